//! A project's jobs: write a prompt, and see what becomes of all of them.

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use super::place;
use crate::api::{ApiError, Deed};
use crate::components::actions::job_id;
use crate::components::composer::{PromptComposer, Words};
use crate::components::doing::Doing;
use crate::components::filters::Filters;
use crate::components::jobs_table::{JobsTable, OlderJobs};
use crate::components::submissions::Submissions;
use crate::components::text_form::TextForm;
use crate::paths::{self, Page};
use crate::state::console::Console;
use crate::state::ledger::Older;
use crate::state::search;
use crate::ui::{ErrorNotice, Heading, Skeleton, part};

const WORDS: Words = Words {
    label: "New job",
    placeholder: "What should the agent do? For example: update the quickstart for SDK 4.",
    button: "Start job",
};

/// What there is of the list.
#[derive(Debug, Clone, PartialEq)]
enum List {
    Loading,
    Failed(ApiError),
    Wrong(String),
    Empty,
    NoMatch,
    Jobs,
}

/// The jobs of one project.
#[component]
pub(crate) fn JobsPage(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let ledger = console.ledger;
    let composer = console.drafts.at(place(&project, None));
    let query = use_location().search;
    let asked = Memo::new(move |_| query.with(|query| search::read(|name| paths::parameter(query, name))));
    let is_loaded = Memo::new(move |_| ledger.is_loaded());
    let is_missing = Memo::new(move |_| ledger.is_list_missing());
    Effect::new(move || {
        let filter = asked.get().unwrap_or_default();
        is_missing.track();
        if is_loaded.get() {
            ledger.find(filter);
        }
    });
    let order = ledger.order();
    let older = ledger.older();
    let list = Memo::new(move |_| {
        let is_empty = order.with(Vec::is_empty);
        match (asked.get(), ledger.error()) {
            (Err(wrong), _) => List::Wrong(format!("{wrong}.")),
            (_, Some(error)) => List::Failed(error),
            // Before anything has come, and until the list follows the address.
            (Ok(filter), None) if !is_loaded.get() || !ledger.is_finding(&filter) => List::Loading,
            _ if !is_empty => List::Jobs,
            // What went wrong is said where older jobs are asked for.
            _ if is_missing.get() && !matches!(older.get(), Older::Failed(_)) => List::Loading,
            (Ok(filter), None) if filter.is_plain() => List::Empty,
            _ => List::NoMatch,
        }
    });
    // What stands around the list comes with the first one, so that nothing jumps.
    let has_come =
        Memo::new(move |before: Option<&bool>| before.is_some_and(|had| *had) || list.get() != List::Loading);
    let desk = {
        let project = project.clone();
        part(move || {
            if !has_come.get() {
                return loading();
            }
            let project = project.clone();
            view! {
                <Submissions/>
                <Filters project=project.clone() filter=asked/>
                <section class="jobs-list" aria-label="Jobs">{shown(list, project.clone())} <OlderJobs/></section>
                <TakeIn project=project/>
            }
            .into_any()
        })
    };
    view! {
        <Heading name="Jobs" is_hidden=true/>
        <PromptComposer composer=composer words=WORDS project=project/>
        {desk}
    }
}

fn loading() -> AnyView {
    view! { <Skeleton rows=8 label="Loading jobs"/> }.into_any()
}

/// The list, or what there is to say instead.
fn shown(list: Memo<List>, project: ProjectId) -> AnyView {
    let ledger = Console::here().ledger;
    let plain = Page::Jobs(&project).to_string();
    part(move || match list.get() {
        List::Failed(error) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| ledger.retry())/> }.into_any()
        }
        List::Wrong(why) => view! { <ErrorNotice error=ApiError::local(why)/> }.into_any(),
        List::Loading => loading(),
        List::Empty => view! { <NoJobs/> }.into_any(),
        List::NoMatch => view! {
            <div class="empty" role="status">
                <p>"No job matches. " <a href=plain.clone()>"Clear the filter"</a></p>
            </div>
        }
        .into_any(),
        List::Jobs => view! { <JobsTable project=project.clone()/> }.into_any(),
    })
    .into_any()
}

/// Takes a job in that was made elsewhere.
#[component]
fn TakeIn(project: ProjectId) -> impl IntoView {
    let navigate = use_navigate();
    let doing = Doing::new();
    let send = Callback::new(move |text: String| match job_id(&text) {
        Ok(job) => {
            let page = Page::Job(&project, &job).to_string();
            let navigate = navigate.clone();
            doing.start(Deed::TakeIn(job), move || navigate(&page, Default::default()));
        }
        Err(message) => doing.object(message),
    });
    view! {
        <details class="take-in">
            <summary>"Attach a job that was made elsewhere"</summary>
            <TextForm id="take-in".to_owned() label="Id of the job" text=StoredValue::new(String::new()) button="Attach" on_send=send/>
            {doing.error()}
        </details>
    }
}

#[component]
fn NoJobs() -> impl IntoView {
    view! {
        <div class="empty">
            <p>"No jobs yet. Write what the agent should do, and start it."</p>
            <p>"It works in the background and opens a pull request when it has changed files. You can close this page meanwhile."</p>
        </div>
    }
}
