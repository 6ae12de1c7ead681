//! Shows controls of jobs only to people who may use them.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;

use crate::state::console::use_console;

/// Its children, if the person may change the jobs of a project.
#[component]
pub(crate) fn MayChangeJobs(project: ProjectId, children: ChildrenFn) -> impl IntoView {
    let auth = use_console().auth;
    view! { <Show when=move || auth.may(Right::JobsWrite, &project)>{children()}</Show> }
}
