//! The root component: state, router, and focus after navigation.

use std::time::Duration;

use leptos::prelude::*;
use leptos_router::components::Router;
use leptos_router::hooks::use_location;
use leptos_router::location::{BrowserUrl, Location, LocationProvider};

use crate::browser::{focus, page};
use crate::pages::RoutedPage;
use crate::pages::auth::require_session::RequireSession;
use crate::pages::lazy::sign_in_page;
use crate::paths::{self, Page, PageMatch};
use crate::state::console::{Console, use_console};
use crate::ui::{Now, show_exact_times};

/// The console.
#[component]
pub(crate) fn App() -> impl IntoView {
    let console = Console::provide();
    provide_context(Now(console.now_ms));
    console.auth.load();
    show_exact_times();
    view! {
        <Router>
            <AddressBar/>
            <Announcer/>
            <Pages/>
        </Router>
    }
}

/// The page of the current path.
///
/// `Routes`, `Route`, `ParentRoute` and `Outlet` of leptos_router would add 29.8 kB (brotli) to the first view, so the
/// app matches paths itself. They would not replace [`AddressBar`] either, because it corrects the router's own
/// history.
#[component]
fn Pages() -> impl IntoView {
    let Console { projects, jobs, .. } = use_console();
    let path = use_location().pathname;
    // It was removed while it was open.
    Effect::new(move || {
        if let Some(project) = jobs.missing_project() {
            projects.remove(&project);
        }
    });
    // A project that does not exist has no pages.
    let route = Memo::new(move |_| {
        let route = path.with(|path| PageMatch::from_path(path));
        let is_unknown = route.project().is_some_and(|project| projects.is_unknown(project));
        if is_unknown { PageMatch::NotFound } else { route }
    });
    let is_sign_in = Memo::new(move |_| route.with(|route| *route == PageMatch::SignIn));
    let console = move || view! { <RequireSession><RoutedPage route=route/></RequireSession> };
    view! {
        <Show when=move || is_sign_in.get() fallback=console>
            {sign_in_page()}
        </Show>
    }
}

/// Keeps the address bar in step with the router, which waits for the rendered page to confirm a navigation.
#[component]
fn AddressBar() -> impl IntoView {
    let Location { pathname, search, .. } = use_location();
    let browser = expect_context::<BrowserUrl>();
    Effect::new(move || {
        pathname.track();
        search.track();
        browser.ready_to_complete();
        // After steps back and forward, leptos_router 0.8 does not push a path that its own stack ends with.
        let push = move || {
            page::push_url(&paths::with_query(&pathname.get_untracked(), &search.get_untracked()));
        };
        set_timeout(push, Duration::ZERO);
    });
}

/// Focuses the heading of the page after a navigation, or the job that the person came from, and has the live region.
#[component]
fn Announcer() -> impl IntoView {
    let console = use_console();
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        console.positions.forget(&PageMatch::from_path(&path));
        if let Some(before) = before.filter(|before| *before != path) {
            match (PageMatch::from_path(&before), PageMatch::from_path(&path)) {
                (PageMatch::Job(project, job), PageMatch::Jobs(now)) if project == now => {
                    let scroll_y = console.positions.list(&project).map_or(0.0, |position| position.scroll_y);
                    focus::return_soon(scroll_y, format!("a[href=\"{}\"]", Page::Job(&project, &job)));
                }
                _ => focus::move_to_page(),
            }
        }
        path
    });
    view! { <p class="visually-hidden" aria-live="polite">{console.live_region}</p> }
}
