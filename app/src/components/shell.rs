//! What stands around every page: the top bar, the announcer, the keys.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::account::Account;
use super::line_state::LineState;
use super::project_switch::ProjectSwitch;
use super::shortcuts::{self, Shortcuts};
use crate::browser::{page, storage};
use crate::pages::{Home, JobsPage, NotFound, job_page, visitors_page};
use crate::paths::{Page, Route};
use crate::state::console::Console;
use crate::ui::part;

/// The name under which the last used project is kept.
pub(crate) const LAST_PROJECT: &str = "docket.project";

/// The frame of every page for somebody who is signed in, and the page in it.
#[component]
pub(crate) fn Shell(route: Memo<Route>) -> impl IntoView {
    let console = Console::here();
    console.load_projects();
    let current = Memo::new(move |_| route.with(|route| route.project().cloned()));
    Effect::new(move || {
        if let Some(project) = current.get() {
            storage::set(LAST_PROJECT, project.as_str());
            console.ledger.watch(&project);
        }
    });
    on_cleanup(move || console.ledger.stop());
    let dialog = NodeRef::<Dialog>::new();
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        page::focus("#main");
    };
    let page = part(move || match route.get() {
        Route::Home => view! { <Home/> }.into_any(),
        Route::Jobs(project) => view! { <JobsPage project=project/> }.into_any(),
        Route::Job(project, id) => job_page(project, id),
        Route::Visitors(project) => visitors_page(project),
        Route::SignIn | Route::Nowhere => view! { <NotFound/> }.into_any(),
    });
    view! {
        <a class="skip-link" href="#main" on:click=skip>"Skip to content"</a>
        <header class="top-bar">
            <a class="brand" href=Page::Home.to_string()><Mark/> "Docket"</a>
            <ProjectSwitch current=current/>
            <Tabs route=route/>
            <div class="top-bar__end">
                {part(move || current.get().map(|_| view! { <LineState/> }))}
                <Account on_shortcuts=Callback::new(move |()| shortcuts::show(dialog))/>
            </div>
        </header>
        <main id="main" class="main" tabindex="-1">{page}</main>
        <Shortcuts current=current dialog=dialog/>
    }
}

#[component]
fn Tabs(route: Memo<Route>) -> impl IntoView {
    let tab = |href: String, name: &'static str, is_here: bool| {
        view! { <a href=href aria-current=is_here.then_some("page")>{name}</a> }
    };
    part(move || {
        let route = route.get();
        route.project().map(|project| {
            let visitors = Page::Visitors(project).to_string();
            let is_visitors = matches!(route, Route::Visitors(_));
            view! {
                <nav class="tabs" aria-label="Pages">
                    {tab(Page::Jobs(project).to_string(), "Jobs", !is_visitors)}
                    {tab(visitors, "Visitors", is_visitors)}
                </nav>
            }
        })
    })
}

/// The mark: a docket, a slip with its entries.
#[component]
pub(crate) fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
                fill-rule="evenodd"
                fill="currentColor"
                d="M3 1h14v18l-3.5-2.5l-3.5 2.5l-3.5-2.5l-3.5 2.5Zm3 4v1.5h8v-1.5Zm0 3.5v1.5h8v-1.5Zm0 3.5v1.5h5v-1.5Z"
            ></path>
        </svg>
    }
}
