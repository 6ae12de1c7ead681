//! Which project is in view.

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::paths::Page;
use crate::state::console::Console;
use crate::ui::part;

/// A choice where there are several projects, a name where there is one.
#[component]
pub(crate) fn ProjectSwitch(current: Memo<Option<ProjectId>>) -> impl IntoView {
    let projects = Console::here().projects;
    let navigate = use_navigate();
    part(move || {
        let projects = projects.get().and_then(Result::ok).unwrap_or_default();
        if projects.len() < 2 {
            let name = projects.into_iter().next().map(|only| only.name);
            return view! { <p class="project"><span class="visually-hidden">"Project: "</span>{name}</p> }
                .into_any();
        }
        let current = current.get();
        let is_known = projects.iter().any(|project| Some(&project.id) == current.as_ref());
        // Otherwise the first project would look chosen.
        let stranger = current.as_ref().filter(|_| !is_known).map(|id| {
            view! { <option disabled selected>{id.to_string()}</option> }
        });
        let options = projects.into_iter().map(|project| {
            let is_current = Some(&project.id) == current.as_ref();
            view! { <option value=project.id.to_string() prop:selected=is_current>{project.name}</option> }
        });
        let navigate = navigate.clone();
        let go = move |event| {
            if let Ok(id) = event_target_value(&event).parse() {
                navigate(&Page::Jobs(&id).to_string(), Default::default());
            }
        };
        view! {
            <label class="project">
                <span class="visually-hidden">"Project"</span>
                <select class="project__select" on:change=go>{stranger} {options.collect_view()}</select>
            </label>
        }
        .into_any()
    })
}
