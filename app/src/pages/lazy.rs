//! Pages in modules of their own, because the first view is nearly always the jobs or the sign-in.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::auth::access::AccessPage;
use super::auth::audit::AuditLogPage;
use super::jobs::job::JobPage;
use super::visitors::VisitorsPage;
use crate::components::lazy::lazy;

#[wasm_split(job, preload(load_job), fallible)]
fn job(project: ProjectId, id: JobId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <JobPage project=project id=id/> }.into_any())
}

#[wasm_split(visitors, preload(load_visitors), fallible)]
fn visitors(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <VisitorsPage project=project/> }.into_any())
}

#[wasm_split(access, preload(load_access), fallible)]
fn access() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <AccessPage/> }.into_any())
}

#[wasm_split(audit, preload(load_audit), fallible)]
fn audit(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <AuditLogPage project=project/> }.into_any())
}

/// The page of a project's audit log.
pub(super) fn audit_page(project: ProjectId) -> AnyView {
    lazy(load_audit, move || audit(project.clone()))
}

/// The page about access.
pub(super) fn access_page() -> AnyView {
    lazy(load_access, access)
}

/// The page of a job.
pub(super) fn job_page(project: ProjectId, id: JobId) -> AnyView {
    lazy(load_job, move || job(project.clone(), id.clone()))
}

/// The page of a project's visitors.
pub(super) fn visitors_page(project: ProjectId) -> AnyView {
    lazy(load_visitors, move || visitors(project.clone()))
}
