//! Parts of the list that most visits do not need, in one module of their own.

use docket_wire::ProjectId;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::import_job::ImportJob;
use super::named_job::NamedJob;
use super::submissions::Submissions;
use crate::components::lazy::{PartRole, lazy};
use crate::state::jobs::search::Named;

#[wasm_split(submissions, preload(load_submissions), fallible)]
fn submissions() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <Submissions/> }.into_any())
}

#[wasm_split(submissions, preload(load_import), fallible)]
fn import(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <ImportJob project=project/> }.into_any())
}

#[wasm_split(submissions, preload(load_named_job), fallible)]
fn named_job(project: ProjectId, named: Memo<Option<Named>>) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <NamedJob project=project named=named/> }.into_any())
}

/// The job that a search names.
pub(crate) fn named_job_part(project: ProjectId, named: Memo<Option<Named>>) -> AnyView {
    lazy(PartRole::Part, load_named_job, move || named_job(project.clone(), named))
}

/// The prompts without a job.
pub(crate) fn submissions_part() -> AnyView {
    lazy(PartRole::Part, load_submissions, submissions)
}

/// The form that imports a job.
pub(crate) fn import_part(project: ProjectId) -> AnyView {
    lazy(PartRole::Part, load_import, move || import(project.clone()))
}
