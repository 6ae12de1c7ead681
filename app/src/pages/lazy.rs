//! Pages whose code is loaded when somebody first goes there. The first view is jobs or the form to sign in.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::job::JobPage;
use super::visitors::VisitorsPage;
use crate::ui::lazy;

#[wasm_split(job, preload(load_job), fallible)]
fn job(project: ProjectId, id: JobId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <JobPage project=project id=id/> }.into_any())
}

#[wasm_split(visitors, preload(load_visitors), fallible)]
fn visitors(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <VisitorsPage project=project/> }.into_any())
}

/// One job.
pub(crate) fn job_page(project: ProjectId, id: JobId) -> AnyView {
    lazy(load_job, move || job(project.clone(), id.clone()))
}

/// The visitor figures of a project.
pub(crate) fn visitors_page(project: ProjectId) -> AnyView {
    lazy(load_visitors, move || visitors(project.clone()))
}
