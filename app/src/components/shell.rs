//! What stands around every page: the top bar, the announcer, the keys.

use docket_wire::{Project, ProjectId};
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos_router::components::{A, Outlet};
use leptos_router::hooks::{use_location, use_params_map};

use super::account::Account;
use super::line_state::LineState;
use super::project_switch::ProjectSwitch;
use super::shortcuts::{self, Shortcuts};
use crate::api::ApiError;
use crate::browser::{page, storage};
use crate::format::range::VisitorsView;
use crate::paths::Page;
use crate::state::console::Console;

/// The name under which the last used project is kept.
pub(crate) const LAST_PROJECT: &str = "docket.project";

/// The projects there are, for every page below the shell.
#[derive(Clone, Copy)]
pub(crate) struct Projects(pub LocalResource<Result<Vec<Project>, ApiError>>);

/// The frame of every page for somebody who is signed in.
#[component]
pub(crate) fn Shell() -> impl IntoView {
    let console = Console::here();
    let params = use_params_map();
    let current = Memo::new(move |_| params.with(|params| params.get("project")?.parse::<ProjectId>().ok()));
    let projects = LocalResource::new(move || console.api.projects());
    provide_context(Projects(projects));
    Effect::new(move || {
        if let Some(project) = current.get() {
            storage::set(LAST_PROJECT, project.as_str());
            console.ledger.watch(&project);
        }
    });
    on_cleanup(move || console.ledger.stop());
    let dialog = NodeRef::<Dialog>::new();
    let switch = move || {
        let projects = projects.get()?.ok().filter(|projects| !projects.is_empty())?;
        Some(view! { <ProjectSwitch projects=projects current=current.into()/> })
    };
    let nav = move || {
        current.get().map(|project| {
            view! {
                <nav class="tabs" aria-label="Project">
                    <A href=Page::Jobs(&project).to_string()>"Jobs"</A>
                    <A href=Page::Visitors(&project, &VisitorsView::default()).to_string()>"Visitors"</A>
                </nav>
            }
        })
    };
    let skip = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        page::focus("#main");
    };
    view! {
        <a class="skip-link" href="#main" on:click=skip>"Skip to content"</a>
        <header class="top-bar">
            <a class="brand" href=Page::Home.to_string()><Mark/> "Docket"</a>
            {switch}
            {nav}
            <div class="top-bar__end">
                {move || current.get().map(|_| view! { <LineState/> })}
                <Account on_shortcuts=Callback::new(move |()| shortcuts::show(dialog))/>
            </div>
        </header>
        <main id="main" class="main" tabindex="-1"><Outlet/></main>
        <Shortcuts current=current.into() dialog=dialog/>
    }
}

/// Tells where one has arrived: the focus goes to the heading of the new page.
#[component]
pub(crate) fn Announcer() -> impl IntoView {
    let voice = Console::here().voice;
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        if before.is_some_and(|before| before != path) {
            page::focus_soon("h1");
        }
        path
    });
    view! { <p class="visually-hidden" aria-live="polite">{voice}</p> }
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
