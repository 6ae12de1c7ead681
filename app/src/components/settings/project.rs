//! The state of a project: its key, its jobs, its visitors.

use docket_wire::{
    AnalyticsAvailability, AnalyticsStatus, JobsAvailability, JobsStatus, Project, ProjectStatus, Right,
};
use leptos::prelude::*;

use super::object::{CallFailureNotice, Calls, Pause, StorageRow};
use super::polling::PollingFacts;
use super::reads::Reads;
use super::retention::RetentionPart;
use super::row::SettingRow;
use crate::components::loaded::Loaded;
use crate::format::number::count;
use crate::format::settings::{budget_words, duration_words};
use crate::paths::Page;
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::settings::{polling, project as texts};
use crate::ui::Skeleton;

/// A project. Each of its parts has its own error.
#[component]
pub(crate) fn ProjectSection(project: Project, reads: Reads) -> impl IntoView {
    let title = format!("project-{}", project.id);
    let label = title.clone();
    let state = if project.rights.contains(&Right::JobsRead) {
        let id = project.id.clone();
        view! {
            <ProjectState project=project.clone() reads=reads/>
            <RetentionPart project=id reads=reads/>
        }
        .into_any()
    } else {
        view! { <p class="empty">{texts::ASK_FOR_THE_ROLE}</p> }.into_any()
    };
    view! {
        <section class="access-section" aria-labelledby=label>
            <h2 id=title dir="auto">{project.name}</h2>
            {state}
        </section>
    }
}

#[component]
fn ProjectState(project: Project, reads: Reads) -> impl IntoView {
    let api = use_console().api;
    let id = project.id.clone();
    let status = reads.fetch(move || {
        let id = id.clone();
        async move { api.project_status(&id).await }
    });
    view! {
        <Loaded fetched=status fallback=|| view! { <Skeleton rows=8 label=texts::LOADING_STATUS/> } let:status>
            {parts(&project, status)}
        </Loaded>
    }
}

fn parts(project: &Project, ProjectStatus { key, jobs, analytics }: ProjectStatus) -> AnyView {
    let jobs = match jobs {
        JobsAvailability::Available(jobs) => jobs_part(project, jobs, &key.setting),
        JobsAvailability::Unavailable(reason) => unavailable(reason.error),
    };
    let visitors = analytics.map(|state| {
        let part = match state {
            AnalyticsAvailability::Available(status) => visitors_part(project, status, &key.setting),
            AnalyticsAvailability::Unavailable(reason) => unavailable(reason.error),
        };
        view! { <h3>{general::VISITORS}</h3> {part} }
    });
    let id = project.id.to_string();
    view! {
        <dl class="settings">
            <SettingRow name=texts::PROJECT setting="DOCKET_PROJECTS"><code>{id}</code></SettingRow>
            <SettingRow name=texts::ADMIN_KEY setting=key.setting>{texts::key(key.kind)}</SettingRow>
        </dl>
        <h3>{general::JOBS}</h3>
        {jobs}
        {visitors}
    }
    .into_any()
}

/// An object that cannot work.
fn unavailable(error: String) -> AnyView {
    view! {
        <div class="notice notice--error" role="alert">
            <p class="notice__text">{texts::STATUS_UNAVAILABLE} {error}</p>
        </div>
    }
    .into_any()
}

fn jobs_part(project: &Project, status: JobsStatus, key: &str) -> AnyView {
    let JobsStatus { prompts, polls, polling, durations, calls, storage } = status;
    let page = Page::Jobs(&project.id).to_string();
    let (of_prompts, of_polls) = ((prompts.paused_until, page.clone()), (polls.paused_until, page));
    view! {
        <CallFailureNotice failure=calls.failure.clone() key=key.to_owned()/>
        <dl class="settings">
            <SettingRow name=texts::PROMPTS_OF_THE_HOUR setting="DOCKET_AGENT_PER_HOUR">
                {budget_words(&prompts)} <Pause until=of_prompts.0 end_at=of_prompts.1/>
            </SettingRow>
            <SettingRow name=texts::POLLS_OF_THE_HOUR setting="DOCKET_POLLS_PER_HOUR">
                {budget_words(&polls)} <Pause until=of_polls.0 end_at=of_polls.1/>
            </SettingRow>
            <SettingRow name=texts::DURATION_OF_JOBS setting="DOCKET_TYPICAL_JOB_S">{duration_words(&durations)}</SettingRow>
            <Calls calls=calls none=texts::NO_CALL_YET/>
            <StorageRow storage=storage/>
        </dl>
        <h3>{polling::POLLING}</h3>
        <PollingFacts polling=polling/>
    }
    .into_any()
}

fn visitors_part(project: &Project, status: AnalyticsStatus, key: &str) -> AnyView {
    let end_at = Page::Visitors(&project.id).to_string();
    let AnalyticsStatus { requests, configured_limit, calls, storage } = status;
    let lowered = (requests.limit < configured_limit)
        .then(|| view! { " " {texts::limit_is_lowered(&count(requests.limit.into()))} });
    view! {
        <CallFailureNotice failure=calls.failure.clone() key=key.to_owned()/>
        <dl class="settings">
            <SettingRow name=texts::REQUESTS_OF_THE_HOUR setting="DOCKET_ANALYTICS_PER_HOUR">
                {budget_words(&requests)} {lowered}
                <Pause until=requests.paused_until end_at=end_at/>
            </SettingRow>
            <Calls calls=calls none=texts::NO_CALL_IN_30_DAYS/>
            <StorageRow storage=storage/>
        </dl>
        <p class="settings__note">{texts::PROJECTS_SHARE_THESE}</p>
    }
    .into_any()
}
