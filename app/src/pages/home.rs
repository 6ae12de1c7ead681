//! The start page: redirects to the project that was open last, or to the first one.

use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::components::error_notice::ErrorNotice;
use crate::paths::{self, Page};
use crate::state::console::use_console;
use crate::texts::{general, shell as texts};
use crate::ui::{Heading, Skeleton};

/// Stays only if there is no project to redirect to.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let projects = use_console().projects;
    let list = projects.list();
    let navigate = use_navigate();
    Effect::new(move || {
        if let Some(project) = projects.default_project() {
            navigate(&Page::Jobs(&project).to_string(), paths::redirect());
        }
    });
    let retry = Callback::new(move |()| projects.load());
    move || match list.get() {
        Some(Err(error)) => view! {
            <Heading name=texts::PROJECTS/>
            <ErrorNotice error=error on_retry=retry/>
        }
        .into_any(),
        Some(Ok(projects)) if projects.is_empty() => view! {
            <Heading name=texts::NO_ACCESS_YET/>
            <p class="empty">{texts::ASK_FOR_A_ROLE}</p>
        }
        .into_any(),
        _ => view! { <Skeleton rows=3 label=general::LOADING_PROJECTS/> }.into_any(),
    }
}
