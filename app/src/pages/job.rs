//! One job: how it stands, what was asked, what happened, and what to ask next.

use std::sync::Arc;

use docket_wire::{JobDetail, JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_params_map;

use super::{NotFound, place, use_project};
use crate::api::ApiError;
use crate::components::composer::{PromptComposer, Words};
use crate::components::facts::Facts;
use crate::components::freshness::WatchTrouble;
use crate::components::jobs_table::PullRequest;
use crate::components::timeline::Timeline;
use crate::format::job as words;
use crate::paths::Page;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, Skeleton, Status};

const WORDS: Words = Words {
    label: "Follow-up",
    placeholder: "What should the agent do next on this job?",
    button: "Send follow-up",
    done: "Sent.",
};

/// The job in the address.
#[component]
pub(crate) fn JobPage() -> impl IntoView {
    let project = use_project();
    let params = use_params_map();
    let id = Memo::new(move |_| params.with(|params| params.get("id")?.parse::<JobId>().ok()));
    move || match (project.get(), id.get()) {
        (Some(project), Some(id)) => view! { <Job project=project id=id/> }.into_any(),
        _ => view! { <NotFound/> }.into_any(),
    }
}

#[component]
fn Job(project: ProjectId, id: JobId) -> impl IntoView {
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
    let back = Page::Jobs(&project).to_string();
    let body = move || {
        if is_there.get() {
            view! { <Story project=project.clone() id=id.clone() detail=detail/> }.into_any()
        } else if error.with(|error| error.as_ref().is_some_and(ApiError::is_not_found)) {
            view! { <NoSuchJob id=id.clone()/> }.into_any()
        } else {
            view! { <Heading name=format!("Job {id}")/> <Skeleton rows=6 label="Loading the job"/> }
                .into_any()
        }
    };
    view! {
        <p class="back"><a href=back>"Jobs"</a></p>
        {move || error.get().filter(|error| !error.is_not_found()).map(|error| {
            view! { <ErrorNotice error=error on_retry=fetch/> }
        })}
        {body}
    }
}

#[component]
fn NoSuchJob(id: JobId) -> impl IntoView {
    view! {
        <Heading name="No such job"/>
        <p class="empty">"Neither Docket nor the documentation service knows a job " <strong>{id.to_string()}</strong> " in this project."</p>
    }
}

#[component]
fn Story(project: ProjectId, id: JobId, detail: Memo<Option<Arc<JobDetail>>>) -> impl IntoView {
    let Some(first) = detail.get_untracked() else { return ().into_any() };
    // While a page is left its job may be let go before the page is.
    let job =
        Memo::new(move |_| {
            Arc::new(detail.with(|detail| {
                detail.as_ref().map_or_else(|| first.job.clone(), |detail| detail.job.clone())
            }))
        });
    let title = Memo::new(move |_| job.with(|job| words::entry_title(job)));
    let status = Memo::new(move |_| job.with(|job| job.status.clone()));
    let pr_link = Memo::new(move |_| job.with(|job| job.pr_link.clone()));
    let composer = Console::here().drafts.at(place(&project, Some(id)));
    view! {
        <header class="job-head">
            <Heading name=title/>
            <div class="job-head__state">
                <p class="job-head__status" aria-live="polite">
                    {move || {
                        let (shape, word) = words::status(&status.get());
                        view! { <Status shape=shape word=word/> }
                    }}
                </p>
                {move || pr_link.get().map(|url| view! {
                    <p class="job-head__pr"><span>"Pull request"</span> <PullRequest url=url/></p>
                })}
            </div>
        </header>
        <WatchTrouble job=job/>
        <div class="job">
            <aside class="job__facts" aria-label="Facts"><Facts detail=detail job=job/></aside>
            <div class="job__story">
                <Timeline detail=detail/>
                <PromptComposer composer=composer words=WORDS/>
            </div>
        </div>
    }
    .into_any()
}
