//! From the address to a page.

use std::time::Duration;

use leptos::prelude::*;
use leptos_router::components::Router;
use leptos_router::hooks::use_location;
use leptos_router::location::{BrowserUrl, Location, LocationProvider};

use crate::browser::page;
use crate::components::shell::Shell;
use crate::pages::{Gated, SignInPage};
use crate::paths::Route;
use crate::state::console::Console;
use crate::ui::part;

/// The whole console.
#[component]
pub(crate) fn App() -> impl IntoView {
    let console = Console::provide();
    console.access.ask();
    view! {
        <Router>
            <Arrival/>
            <Announcer/>
            <Pages/>
        </Router>
    }
}

/// The page that the address means.
#[component]
fn Pages() -> impl IntoView {
    let path = use_location().pathname;
    let route = Memo::new(move |_| path.with(|path| Route::read(path)));
    let is_sign_in = Memo::new(move |_| route.with(|route| *route == Route::SignIn));
    part(move || {
        if is_sign_in.get() {
            view! { <SignInPage/> }.into_any()
        } else {
            view! { <Gated><Shell route=route/></Gated> }.into_any()
        }
    })
}

/// Has the address bar follow the router, which waits for whoever renders the page.
#[component]
fn Arrival() -> impl IntoView {
    let Location { pathname, search, .. } = use_location();
    let browser = expect_context::<BrowserUrl>();
    Effect::new(move || {
        pathname.track();
        search.track();
        browser.ready_to_complete();
        // After steps back and forth the router (0.8) takes some addresses for those that are shown already.
        let follow = move || page::show(&pathname.get_untracked(), &search.get_untracked());
        set_timeout(follow, Duration::ZERO);
    });
}

/// Tells where one has arrived: the focus goes to the heading of the new page.
#[component]
fn Announcer() -> impl IntoView {
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        if before.is_some_and(|before| before != path) {
            page::arrive_soon();
        }
        path
    });
    view! { <p class="visually-hidden" aria-live="polite">{Console::here().voice}</p> }
}
