//! The page of one job: its status, its timeline, its facts, and the composer of follow-ups.

use std::sync::Arc;

use docket_wire::{EventKind, JobDetail, JobEntry, JobId, ProjectId, Right};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{ApiError, Submitted};
use crate::components::error_notice::ErrorNotice;
use crate::components::extras::{ExtrasPart, extras_part};
use crate::components::jobs::composer::{ComposerLabels, PromptComposer};
use crate::components::jobs::detail::earlier_history::EarlierHistory;
use crate::components::jobs::detail::facts::{JobFacts, JobReferences};
use crate::components::jobs::detail::job_actions::JobActions;
use crate::components::jobs::detail::polling_notice::PollingNotice;
use crate::components::jobs::detail::queue::{FollowUpState, next_follow_up_hint};
use crate::components::jobs::detail::timeline::Timeline;
use crate::components::jobs::prompt_notes::PromptNotes;
use crate::components::jobs::pull_request::PullRequest;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::format::{self, next_step};
use crate::paths::{self, Page};
use crate::state::console::use_console;
use crate::state::inbox::seen::read_when_seen;
use crate::state::jobs::Jobs;
use crate::state::jobs::drafts::Composer;
use crate::state::jobs::turns::turns;
use crate::texts::general;
use crate::texts::jobs::{composer as labels, details as texts};
use crate::ui::{Heading, Skeleton, Status};

const LABELS: ComposerLabels = ComposerLabels {
    label: labels::FOLLOW_UP,
    placeholder: labels::WHAT_NEXT,
    button: labels::SEND_FOLLOW_UP,
    shortcuts: "Control+Enter f c",
};

/// One job of one project.
#[component]
pub(crate) fn JobPage(project: ProjectId, id: JobId) -> impl IntoView {
    let console = use_console();
    let jobs = console.jobs;
    let (detail, is_paused) = (jobs.detail(id.clone()), jobs.is_paused());
    let has_detail = Memo::new(move |_| detail.with(Option::is_some));
    let (error, fetch) = fetch_history(console.jobs, project.clone(), id.clone());
    // The list may have the job before its history is loaded.
    let row = jobs.loaded_job(id.clone());
    read_when_seen(project.clone(), id.clone(), detail);
    let left = id.clone();
    on_cleanup(move || jobs.leave(&left));
    let job = Memo::new(move |_| match detail.get() {
        Some(detail) => Some(Arc::new(detail.job.clone())),
        None => row.get(),
    });
    let is_unknown =
        Memo::new(move |_| error.with(|error| error.as_ref().is_some_and(ApiError::is_not_found)));
    let name = {
        let id = id.clone();
        Memo::new(move |_| match job.get() {
            Some(job) => format::job::entry_title(&job),
            None if is_unknown.get() => texts::JOB_NOT_FOUND.to_owned(),
            None => format::job::title(None, &id),
        })
    };
    let query = console.positions.list(&project).map(|position| position.query).unwrap_or_default();
    let back = paths::with_query(&Page::Jobs(&project).to_string(), query.trim_start_matches('?'));
    let (paused, may_change) = (project.clone(), console.auth.may_untracked(Right::JobsWrite, &project));
    let composer = console.composer(&project, Some(id.clone()));
    let body = {
        let project = project.clone();
        move || {
            if has_detail.get() {
                let (project, id) = (project.clone(), id.clone());
                view! { <JobContent project=project id=id detail=detail job=job composer=composer.clone()/> }
                    .into_any()
            } else if is_unknown.get() {
                view! { <p class="empty">{texts::no_job_with_id(id.as_str())}</p> }.into_any()
            } else {
                let has_failed = error.with(Option::is_some);
                (!has_failed).then(|| view! { <Skeleton rows=6 label=texts::LOADING_THE_JOB/> }).into_any()
            }
        }
    };
    let notice = move || {
        let error = error.get().filter(|error| !error.is_not_found());
        error.map(|error| view! { <ErrorNotice error=error on_retry=fetch/> })
    };
    view! {
        <p class="back"><a href=back>{general::JOBS}</a></p>
        <header class="job-head">
            <Heading name=name/>
            <JobState job=job detail=detail may_change=may_change/>
        </header>
        {notice}
        {move || is_paused.get().then(|| extras_part(ExtrasPart::Pause(paused.clone())))}
        {body}
    }
}

/// Fetches the history of a job, and again when it is missing. Returns why it could not be fetched, and the way to try again.
fn fetch_history(jobs: Jobs, project: ProjectId, id: JobId) -> (ReadSignal<Option<ApiError>>, Callback<()>) {
    let error = RwSignal::new(None::<ApiError>);
    let is_missing = jobs.is_detail_missing(id.clone());
    let fetch = Callback::new(move |()| {
        let (project, id) = (project.clone(), id.clone());
        error.set(None);
        spawn_local(async move {
            if let Err(failed) = jobs.open(&project, &id).await {
                // The person may have left the page meanwhile.
                error.try_set(Some(failed));
            }
        });
    });
    Effect::new(move || {
        if is_missing.get() {
            fetch.run(());
        }
    });
    (error.read_only(), fetch)
}

/// The status and the pull request.
#[component]
fn JobState(
    job: Memo<Option<Arc<JobEntry>>>,
    detail: Memo<Option<Arc<JobDetail>>>,
    may_change: bool,
) -> impl IntoView {
    let status = move || {
        let (shape, word) = format::job::entry_status(&*job.get()?);
        Some(view! { <Status shape=shape word=word/> })
    };
    let pull_request = move || {
        let url = job.get()?.pr_link.clone()?;
        Some(view! { <p class="job-head__pr"><span>{texts::PULL_REQUEST}</span> <PullRequest url=url/></p> })
    };
    let next = Memo::new(move |_| {
        let job = job.get()?;
        detail.with(|detail| next_step::next_step(&job, detail.as_deref(), may_change))
    });
    view! {
        <div class="job-head__state">
            <p role="status" aria-label=texts::STATUS_OF_THE_JOB>{status}</p>
            {pull_request}
        </div>
        {move || next.get().map(|text| view! { <p class="job-head__next">{text}</p> })}
    }
}

/// Everything that needs the history of the job.
#[component]
fn JobContent(
    project: ProjectId,
    id: JobId,
    detail: Memo<Option<Arc<JobDetail>>>,
    job: Memo<Option<Arc<JobEntry>>>,
    composer: Composer,
) -> impl IntoView {
    let has_more =
        Memo::new(move |_| detail.with(|detail| detail.as_deref().is_some_and(|detail| detail.has_more)));
    let stopped_by = Memo::new(move |_| {
        let detail = detail.get()?;
        let stopped = detail.events.iter().rfind(|event| event.what == EventKind::PollingStopped)?;
        stopped.author.clone()
    });
    let has_toggled = StoredValue::new(false);
    // Another change of the job must not take the focus from the notice.
    let polling = Memo::new_with_compare(
        move |_| job.get(),
        |before, after| {
            let shown = |job: Option<&Option<Arc<JobEntry>>>| {
                job.and_then(Option::as_deref).map(|job| (job.polling.clone(), job.running_long))
            };
            shown(before) != shown(after) || before.is_none()
        },
    );
    let notice = move || {
        polling
            .get()
            .map(|job| view! { <PollingNotice job=job stopped_by=stopped_by.get() has_toggled=has_toggled/> })
    };
    let turns = Memo::new(move |_| detail.with(|detail| detail.as_deref().map(turns).unwrap_or_default()));
    let durations = Memo::new(move |_| {
        detail.with(|detail| detail.as_deref().map(|detail| detail.durations).unwrap_or_default())
    });
    let hint = Memo::new(move |_| job.with(|job| job.as_deref().map_or("", next_follow_up_hint)));
    let sent = Callback::new(move |sent: Submitted| match sent {
        Submitted::FollowUp(id) => view! { <FollowUpState detail=detail id=id/> }.into_any(),
        Submitted::Job(_) => ().into_any(),
    });
    let notes = |composer| view! { <PromptNotes composer=composer/> }.into_any();
    view! {
        {notice}
        <div class="job">
            <div>
                <EarlierHistory project=project.clone() id=id.clone() has_more=has_more/>
                <Timeline detail=detail/>
                <MayChangeJobs project=project.clone()>
                    <PromptComposer composer=composer.clone() labels=LABELS sent=sent notes=notes hint=hint/>
                </MayChangeJobs>
            </div>
            <aside aria-label=texts::DETAILS>
                {move || job.get().map(|job| view! { <JobFacts job=job turns=turns durations=durations/> })}
                <JobReferences project=project.clone() id=id.clone()/>
                <MayChangeJobs project=project.clone()>
                    <JobActions project=project.clone() id=id.clone() job=job detail=detail has_toggled=has_toggled/>
                </MayChangeJobs>
            </aside>
        </div>
    }
}
