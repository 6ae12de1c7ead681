//! The project in view, and the way to another one.

use docket_wire::{AuditQuery, Project, ProjectId};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use crate::paths::{Page, PageMatch};
use crate::state::console::use_console;
use crate::texts::shell as texts;

/// A select if there are several projects, the name if there is one.
#[component]
pub(crate) fn ProjectSwitch(current: Memo<Option<ProjectId>>) -> impl IntoView {
    let list = use_console().projects.list();
    move || {
        let mut projects = list.get().and_then(Result::ok).unwrap_or_default();
        if projects.len() < 2 {
            let name = projects.pop().map(|only| only.name);
            view! { <p class="project"><span class="visually-hidden">{texts::PROJECT_IS}</span>{name}</p> }
                .into_any()
        } else {
            view! { <ProjectSelect projects=projects current=current/> }.into_any()
        }
    }
}

#[component]
fn ProjectSelect(projects: Vec<Project>, current: Memo<Option<ProjectId>>) -> impl IntoView {
    let (navigate, path) = (use_navigate(), use_location().pathname);
    let open = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            let plain = AuditQuery::default();
            // A page of one job has no counterpart in another project.
            let page = match path.with_untracked(|path| PageMatch::from_path(path)) {
                PageMatch::Inbox(_) => Page::Inbox(&id),
                PageMatch::Visitors(_) => Page::Visitors(&id),
                PageMatch::Templates(_) => Page::Templates(&id),
                PageMatch::Batch(_) => Page::Batch(&id),
                PageMatch::Audit(_) => Page::Audit(Some(&id), &plain),
                _ => Page::Jobs(&id),
            };
            navigate(&page.to_string(), Default::default());
        }
    };
    let ids: Vec<ProjectId> = projects.iter().map(|project| project.id.clone()).collect();
    // Without this option, the browser would show an unknown project as the first known one.
    let unknown = move || {
        let current = current.get().filter(|id| !ids.contains(id))?;
        Some(view! { <option disabled selected>{current.to_string()}</option> })
    };
    let option = move |Project { id, name, .. }: Project| {
        let value = id.to_string();
        view! { <option value=value prop:selected=move || current.get().as_ref() == Some(&id)>{name}</option> }
    };
    view! {
        <label class="project">
            <span class="visually-hidden">{texts::PROJECT}</span>
            <select class="project__select" on:change=open>
                {unknown} {projects.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
