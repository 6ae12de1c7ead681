//! One file for each page.

mod gated;
mod home;
mod job;
mod jobs;
mod lazy;
mod not_configured;
mod not_found;
mod sign_in;
mod visitors;

pub(crate) use gated::Gated;
pub(crate) use home::Home;
pub(crate) use jobs::JobsPage;
pub(crate) use lazy::{job_page, visitors_page};
pub(crate) use not_found::NotFound;
pub(crate) use sign_in::SignInPage;

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;

use crate::state::console::Console;
use crate::state::drafts::Place;

/// Where prompts for a project, or for one of its jobs, are written.
pub(crate) fn place(project: &ProjectId, follow_up: Option<JobId>) -> Place {
    let person = untrack(|| Console::here().access.person()).map(|name| name.to_string()).unwrap_or_default();
    Place { person, project: project.clone(), follow_up }
}
