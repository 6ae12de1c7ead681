//! One file for each page.

mod gated;
mod home;
mod job;
mod jobs;
mod not_configured;
mod not_found;
mod sign_in;
mod visitors;

pub(crate) use gated::Gated;
pub(crate) use home::Home;
pub(crate) use job::JobPage;
pub(crate) use jobs::JobsPage;
pub(crate) use not_found::NotFound;
pub(crate) use sign_in::SignInPage;
pub(crate) use visitors::VisitorsPage;

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use crate::state::console::Console;
use crate::state::drafts::Place;

/// The project in the address, if it is an identifier at all.
fn use_project() -> Memo<Option<ProjectId>> {
    let params = use_params_map();
    Memo::new(move |_| params.with(|params| params.get("project")?.parse().ok()))
}

/// Where prompts for a project, or for one of its jobs, are written.
fn place(project: &ProjectId, follow_up: Option<docket_wire::JobId>) -> Place {
    let person = Console::here().access.person().map(|name| name.to_string()).unwrap_or_default();
    Place { person, project: project.clone(), follow_up }
}
