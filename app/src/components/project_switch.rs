//! Which project is in view.

use docket_wire::{Project, ProjectId};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::paths::Page;

/// A choice where there are several projects, a name where there is one.
#[component]
pub(crate) fn ProjectSwitch(projects: Vec<Project>, current: Signal<Option<ProjectId>>) -> impl IntoView {
    let navigate = use_navigate();
    if let [only] = projects.as_slice() {
        return view! { <p class="project"><span class="visually-hidden">"Project: "</span>{only.name.clone()}</p> }
            .into_any();
    }
    let go = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            navigate(&Page::Jobs(&id).to_string(), Default::default());
        }
    };
    let option = |project: Project| {
        let id = project.id.clone();
        let is_current = move || current.with(|current| current.as_ref() == Some(&id));
        view! { <option value=project.id.to_string() prop:selected=is_current>{project.name}</option> }
    };
    view! {
        <label class="project">
            <span class="visually-hidden">"Project"</span>
            <select class="project__select" on:change=go>{projects.into_iter().map(option).collect_view()}</select>
        </label>
    }
    .into_any()
}
