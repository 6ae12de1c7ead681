//! Pages in modules apart from the app's, because the first view is nearly always the jobs. Those with the same name share
//! one: each module makes the first view larger.

use docket_wire::{Health, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::auth::access::AccessPage;
use super::auth::audit::AuditLogPage;
use super::auth::not_configured::NotConfigured;
use super::auth::sessions::SessionsPage;
use super::auth::sign_in::SignInPage;
use super::batch::BatchPage;
use super::inbox::InboxPage;
use super::jobs::job::JobPage;
use super::settings::SettingsPage;
use super::templates::PromptTemplatesPage;
use super::visitors::VisitorsPage;
use crate::browser::fields::selects;
use crate::components::analytics::preload_days;
use crate::components::lazy::{PartRole, lazy};

#[wasm_split(job, preload(load_job), fallible)]
fn job(project: ProjectId, id: JobId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <JobPage project=project id=id/> }.into_any())
}

#[wasm_split(visitors, preload(load_visitors), fallible)]
fn visitors(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <VisitorsPage project=project/> }.into_any())
}

#[wasm_split(inbox, preload(load_inbox), fallible)]
fn inbox(project: ProjectId) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <InboxPage project=project/> }.into_any())
}

/// A page in the module of templates. That module has parts of other pages, too.
#[derive(Clone)]
enum TemplatesModulePage {
    Templates(ProjectId),
    Batch(ProjectId),
}

#[wasm_split(templates, preload(load_templates), fallible)]
fn templates(page: TemplatesModulePage) -> Result<AnyView, SplitLoaderError> {
    Ok(match page {
        TemplatesModulePage::Templates(project) => {
            view! { <PromptTemplatesPage project=project/> }.into_any()
        }
        TemplatesModulePage::Batch(project) => view! { <BatchPage project=project/> }.into_any(),
    })
}

/// A page of the module of access.
#[derive(Clone)]
enum AccessModulePage {
    Access,
    Sessions,
    Settings,
    Audit(ProjectId),
}

#[wasm_split(access, preload(load_access), fallible)]
fn access(part: AccessModulePage) -> Result<AnyView, SplitLoaderError> {
    // The module with the count of unread items calls this too, but a person without a project never loads that.
    selects::wait_for_keys();
    Ok(match part {
        AccessModulePage::Access => view! { <AccessPage/> }.into_any(),
        AccessModulePage::Sessions => view! { <SessionsPage/> }.into_any(),
        AccessModulePage::Settings => view! { <SettingsPage/> }.into_any(),
        AccessModulePage::Audit(project) => view! { <AuditLogPage project=project/> }.into_any(),
    })
}

fn access_part(part: AccessModulePage) -> AnyView {
    lazy(PartRole::Page, load_access, move || access(part.clone()))
}

#[wasm_split(sign_in, preload(load_sign_in), fallible)]
fn sign_in() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <SignInPage/> }.into_any())
}

#[wasm_split(sign_in, preload(load_not_configured), fallible)]
fn not_configured(health: Health) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <NotConfigured health=health/> }.into_any())
}

/// The sign-in page. It needs an answer of the edge about how people sign in, which takes as long as loading its module.
pub(crate) fn sign_in_page() -> AnyView {
    lazy(PartRole::Standalone, load_sign_in, sign_in)
}

/// The page of a deployment that lacks settings.
pub(super) fn not_configured_page(health: Health) -> AnyView {
    lazy(PartRole::Standalone, load_not_configured, move || not_configured(health.clone()))
}

/// The page of a project's audit log.
pub(super) fn audit_page(project: ProjectId) -> AnyView {
    access_part(AccessModulePage::Audit(project))
}

/// The page about access.
pub(super) fn access_page() -> AnyView {
    access_part(AccessModulePage::Access)
}

/// The page of one's own sessions.
pub(super) fn sessions_page() -> AnyView {
    access_part(AccessModulePage::Sessions)
}

/// The page about the state of the deployment.
pub(super) fn settings_page() -> AnyView {
    access_part(AccessModulePage::Settings)
}

/// The page of a project's templates.
pub(super) fn templates_page(project: ProjectId) -> AnyView {
    let page = TemplatesModulePage::Templates(project);
    lazy(PartRole::Page, load_templates, move || templates(page.clone()))
}

/// The page of jobs for many pages.
pub(super) fn batch_page(project: ProjectId) -> AnyView {
    let page = TemplatesModulePage::Batch(project);
    lazy(PartRole::Page, load_templates, move || templates(page.clone()))
}

/// The page of one's own inbox.
pub(super) fn inbox_page(project: ProjectId) -> AnyView {
    lazy(PartRole::Page, load_inbox, move || inbox(project.clone()))
}

/// The page of a job.
pub(super) fn job_page(project: ProjectId, id: JobId) -> AnyView {
    lazy(PartRole::Page, load_job, move || job(project.clone(), id.clone()))
}

/// Loads the page. The module of its chart and paths is requested right after it, rather than once the page is there.
async fn load_visitors_and_days() -> Result<(), SplitLoaderError> {
    spawn_local(preload_days());
    load_visitors().await
}

/// The page of a project's visitors.
pub(super) fn visitors_page(project: ProjectId) -> AnyView {
    lazy(PartRole::VisitorsPage, load_visitors_and_days, move || visitors(project.clone()))
}
