//! The jobs of a project: the composer of new jobs, and the list.

use docket_wire::{InvalidParameter, JobFilter, ProjectId, Right};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::api::{ApiError, Mutation};
use crate::components::allowed::MayChangeJobs;
use crate::components::error_notice::ErrorNotice;
use crate::components::jobs::composer::{ComposerTexts, PromptComposer};
use crate::components::jobs::list::filters::Filters;
use crate::components::jobs::list::import_job::ImportJob;
use crate::components::jobs::list::older_jobs::OlderJobs;
use crate::components::jobs::list::submissions::Submissions;
use crate::components::jobs::list::table::JobsTable;
use crate::components::pause_notice::{PauseNotice, Resume};
use crate::paths::{self, Page};
use crate::state::console::Console;
use crate::state::jobs::{PageLoad, search};
use crate::ui::{Heading, Skeleton};

const TEXTS: ComposerTexts = ComposerTexts {
    label: "New job",
    placeholder: "What should the agent do? For example: update the quickstart for SDK 4.",
    button: "Start job",
};

/// What the page shows in place of the list, or the list.
#[derive(Debug, Clone, PartialEq)]
enum ListState {
    Loading,
    Failed(ApiError),
    /// What is invalid in the URL.
    InvalidFilter(&'static str),
    Empty,
    NoMatch,
    Jobs,
}

/// The jobs of one project.
#[component]
pub(crate) fn JobsPage(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let jobs = console.jobs;
    let query = use_location().search;
    let filter = Memo::new(move |_| query.with(|query| search::read(|name| paths::parameter(query, name))));
    let is_loaded = Memo::new(move |_| jobs.is_loaded());
    let is_first_page_missing = Memo::new(move |_| jobs.is_first_page_missing());
    Effect::new(move || {
        let filter = filter.get().unwrap_or_default();
        is_first_page_missing.track();
        if is_loaded.get() {
            jobs.set_filter(filter);
        }
    });
    let state = list_state(filter, is_loaded, is_first_page_missing);
    // Everything around the list appears together with the first list, so that the layout does not shift.
    let has_loaded = Memo::new(move |before: Option<&bool>| {
        before.is_some_and(|before| *before) || state.get() != ListState::Loading
    });
    let content = {
        let project = project.clone();
        move || {
            let project = project.clone();
            view! {
                <Submissions/>
                <Filters project=project.clone() filter=filter/>
                <section class="jobs-list" aria-label="Jobs">
                    <List project=project.clone() state=state/>
                    <OlderJobs/>
                </section>
                <MayChangeJobs project=project.clone()>
                    <ImportJob project=project.clone()/>
                </MayChangeJobs>
            }
        }
    };
    view! {
        <Heading name="Jobs" is_hidden=true/>
        <NewJob project=project.clone()/>
        <JobsPause project=project/>
        <Show when=move || has_loaded.get() fallback=|| view! { <Skeleton rows=8 label="Loading jobs"/> }>
            {content.clone()}
        </Show>
    }
}

#[component]
fn NewJob(project: ProjectId) -> impl IntoView {
    let composer = Console::here().composer(&project, None);
    view! {
        <MayChangeJobs project=project.clone()>
            <PromptComposer composer=composer.clone() texts=TEXTS project=project.clone()/>
        </MayChangeJobs>
    }
}

fn list_state(
    filter: Memo<Result<JobFilter, InvalidParameter>>,
    is_loaded: Memo<bool>,
    is_first_page_missing: Memo<bool>,
) -> Memo<ListState> {
    let jobs = Console::here().jobs;
    let (order, older) = (jobs.order(), jobs.older());
    Memo::new(move |_| {
        let is_empty = order.with(Vec::is_empty);
        match (filter.get(), jobs.error()) {
            (Err(InvalidParameter { field, .. }), _) => ListState::InvalidFilter(noun(field)),
            (_, Some(error)) => ListState::Failed(error),
            // Also until the current list follows the URL.
            (Ok(filter), None) if !is_loaded.get() || !jobs.is_filtered_by(&filter) => ListState::Loading,
            _ if !is_empty => ListState::Jobs,
            // `OlderJobs` shows the error of a page.
            _ if is_first_page_missing.get() && !matches!(older.get(), PageLoad::Failed(_)) => {
                ListState::Loading
            }
            (Ok(filter), None) if filter.is_plain() => ListState::Empty,
            _ => ListState::NoMatch,
        }
    })
}

/// The word for a parameter of the URL.
fn noun(field: &str) -> &'static str {
    match field {
        "addedSince" | "addedUntil" => "date",
        "label" => "label",
        "q" => "search",
        _ => "filter",
    }
}

/// The list, or what the page shows in its place.
#[component]
fn List(project: ProjectId, state: Memo<ListState>) -> impl IntoView {
    let jobs = Console::here().jobs;
    let plain = Page::Jobs(&project).to_string();
    move || match state.get() {
        ListState::Loading => view! { <Skeleton rows=8 label="Loading jobs"/> }.into_any(),
        ListState::Failed(error) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| jobs.retry())/> }.into_any()
        }
        ListState::InvalidFilter(noun) => view! {
            <div class="notice notice--error" role="alert">
                <p class="notice__text">
                    "This link has an invalid " {noun} ". " <a href=plain.clone()>"Clear filter"</a>
                </p>
            </div>
        }
        .into_any(),
        ListState::Empty => view! { <NoJobs project=project.clone()/> }.into_any(),
        ListState::NoMatch => view! {
            <div class="empty" role="status">
                <p>"No jobs match. " <a href=plain.clone()>"Clear filter"</a></p>
            </div>
        }
        .into_any(),
        ListState::Jobs => view! { <JobsTable project=project.clone()/> }.into_any(),
    }
}

#[component]
fn JobsPause(project: ProjectId) -> impl IntoView {
    let Console { auth, jobs, .. } = Console::here();
    let pauses = jobs.pauses();
    let until = Signal::derive(move || pauses.with(|pauses| pauses.prompts_until.max(pauses.polls_until)));
    let effect = Signal::derive(move || {
        match pauses.with(|pauses| (pauses.prompts_until.is_some(), pauses.polls_until.is_some())) {
            (true, true) => "It sends no prompts and does not poll jobs",
            (true, false) => "It sends no prompts",
            (false, _) => "It does not poll jobs",
        }
    });
    let on_resume =
        Callback::new(move |()| -> Resume { Box::pin(async move { jobs.mutate(&Mutation::Resume).await }) });
    let may_resume = Signal::derive(move || auth.may(Right::JobsWrite, &project));
    view! { <PauseNotice until=until effect=effect on_resume=on_resume may_resume=may_resume/> }
}

#[component]
fn NoJobs(project: ProjectId) -> impl IntoView {
    view! {
        <div class="empty">
            <p>"No jobs yet."</p>
            <MayChangeJobs project=project>
                <p>
                    "Describe what the agent should do, and start a job. It runs in the background, and opens a pull \
                     request when it has changed files. You can close this page."
                </p>
            </MayChangeJobs>
        </div>
    }
}
