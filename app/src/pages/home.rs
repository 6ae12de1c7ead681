//! The way in: on to the project that was used last, or to the first.

use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::browser::storage;
use crate::components::shell::LAST_PROJECT;
use crate::paths::{self, Page};
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, Skeleton, part};

/// Redirects; stays only when there is nowhere to go.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let console = Console::here();
    let projects = console.projects;
    let navigate = use_navigate();
    Effect::new(move || {
        let Some(Ok(projects)) = projects.get() else { return };
        let last = storage::get(LAST_PROJECT);
        let used = projects.iter().find(|project| Some(project.id.as_str()) == last.as_deref());
        if let Some(project) = used.or(projects.first()) {
            navigate(&Page::Jobs(&project.id).to_string(), paths::redirect());
        }
    });
    let retry = Callback::new(move |()| console.load_projects());
    part(move || {
        match projects.get() {
        Some(Err(error)) => view! {
            <Heading name="Projects"/>
            <ErrorNotice error=error on_retry=retry/>
        }
        .into_any(),
        Some(Ok(projects)) if projects.is_empty() => view! {
            <Heading name="No projects yet"/>
            <p class="empty">"Whoever deployed Docket can name the projects in its settings, under DOCKET_PROJECTS."</p>
        }
        .into_any(),
        _ => view! { <Skeleton rows=3 label="Loading projects"/> }.into_any(),
    }
    })
}
