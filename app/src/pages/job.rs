//! One job: how it stands, what was asked, what happened, and what to ask next.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::place;
use crate::api::ApiError;
use crate::components::composer::{PromptComposer, Words};
use crate::components::facts::Facts;
use crate::components::freshness::watch_trouble;
use crate::components::job_actions::JobActions;
use crate::components::jobs_table::PullRequest;
use crate::components::timeline::Timeline;
use crate::format::job as words;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::drafts::Composer;
use crate::ui::{ErrorNotice, Heading, Skeleton, Status, part};

const WORDS: Words = Words {
    label: "Follow-up",
    placeholder: "What should the agent do next on this job?",
    button: "Send follow-up",
};

/// One job of one project.
#[component]
pub(crate) fn JobPage(project: ProjectId, id: JobId) -> impl IntoView {
    let ledger = Console::here().ledger;
    let detail = ledger.detail(id.clone());
    let is_there = Memo::new(move |_| detail.with(Option::is_some));
    let error = RwSignal::new(None::<ApiError>);
    let fetch = {
        let (project, id) = (project.clone(), id.clone());
        Callback::new(move |()| {
            let (project, id) = (project.clone(), id.clone());
            error.set(None);
            spawn_local(async move {
                if let Err(failed) = ledger.open(&project, &id).await {
                    // The page may have been left in the meantime.
                    error.try_set(Some(failed));
                }
            });
        })
    };
    let needs_detail = ledger.needs_detail(id.clone());
    Effect::new(move || {
        if needs_detail.get() {
            fetch.run(());
        }
    });
    // The list may know the job before its history is here.
    let row = ledger.row(id.clone());
    let job = Memo::new(move |_| match detail.get() {
        Some(detail) => Some(Arc::new(detail.job.clone())),
        None => row.get(),
    });
    let is_missing = move || error.with(|error| error.as_ref().is_some_and(ApiError::is_not_found));
    let name = {
        let id = id.clone();
        Memo::new(move |_| match job.get() {
            Some(job) => words::entry_title(&job),
            None if is_missing() => "No such job".to_owned(),
            None => words::title(None, &id),
        })
    };
    let back = Page::Jobs(&project).to_string();
    let composer = Console::here().drafts.at(place(&project, Some(id.clone())));
    let body = part(move || {
        if is_there.get() {
            view! { <Story detail=detail job=job composer=composer.clone()/> }.into_any()
        } else if is_missing() {
            view! { <NoSuchJob id=id.clone()/> }.into_any()
        } else {
            view! { <Skeleton rows=6 label="Loading the job"/> }.into_any()
        }
    });
    view! {
        <p class="back"><a href=back>"Jobs"</a></p>
        <header class="job-head">
            <Heading name=name/>
            <State job=job/>
        </header>
        {part(move || {
            let error = error.get().filter(|error| !error.is_not_found());
            error.map(|error| view! { <ErrorNotice error=error on_retry=fetch/> })
        })}
        {body}
    }
}

/// Status and pull request.
#[component]
fn State(job: Memo<Option<Arc<JobEntry>>>) -> impl IntoView {
    let status = part(move || {
        job.get().map(|job| {
            let (shape, word) = words::status(&job.status);
            view! { <Status shape=shape word=word/> }
        })
    });
    let pull_request = part(move || {
        let url = job.get()?.pr_link.clone()?;
        Some(view! { <p class="job-head__pr"><span>"Pull request"</span> <PullRequest url=url/></p> })
    });
    view! {
        <div class="job-head__state">
            <p role="status" aria-label="Status of the job">{status}</p>
            {pull_request}
        </div>
    }
}

#[component]
fn NoSuchJob(id: JobId) -> impl IntoView {
    view! {
        <p class="empty">
            "Neither Docket nor the documentation service knows a job " {id.to_string()} " in this project."
        </p>
    }
}

/// Everything that needs the job's history.
#[component]
fn Story(
    detail: Memo<Option<Arc<JobDetail>>>,
    job: Memo<Option<Arc<JobEntry>>>,
    composer: Composer,
) -> impl IntoView {
    view! {
        {part(move || job.get().map(|job| watch_trouble(&job)))}
        <div class="job">
            <div class="job__story">
                <Timeline detail=detail/>
                <PromptComposer composer=composer words=WORDS/>
            </div>
            <aside aria-label="Facts">
                {part(move || job.get().map(|job| view! { <Facts job=job/> }))}
                <JobActions job=job/>
            </aside>
        </div>
    }
}
