//! A project's jobs: write a prompt, and see what becomes of all of them.

use docket_wire::ProjectId;
use leptos::prelude::*;

use super::place;
use crate::components::composer::{PromptComposer, Words};
use crate::components::jobs_table::JobsTable;
use crate::components::submissions::Submissions;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, Skeleton, part};

const WORDS: Words = Words {
    label: "New job",
    placeholder: "What should the agent do? For example: update the quickstart for SDK 4.",
    button: "Start job",
};

/// The jobs of one project.
#[component]
pub(crate) fn JobsPage(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let ledger = console.ledger;
    let composer = console.drafts.at(place(&project, None));
    let order = ledger.order();
    let is_empty = Memo::new(move |_| order.with(Vec::is_empty));
    let is_loaded = Memo::new(move |_| ledger.is_loaded());
    let error = Memo::new(move |_| ledger.error());
    let list = {
        let project = project.clone();
        part(move || match (error.get(), is_loaded.get(), is_empty.get()) {
            (Some(error), ..) => {
                view! { <ErrorNotice error=error on_retry=Callback::new(move |()| ledger.retry())/> }
                    .into_any()
            }
            (None, false, _) => view! { <Skeleton rows=8 label="Loading jobs"/> }.into_any(),
            (None, true, true) => view! { <NoJobs/> }.into_any(),
            (None, true, false) => view! { <JobsTable project=project.clone()/> }.into_any(),
        })
    };
    view! {
        <Heading name="Jobs" is_hidden=true/>
        <PromptComposer composer=composer.clone() words=WORDS project=project/>
        <Submissions composer=composer/>
        <section class="jobs-list" aria-label="Jobs">{list}</section>
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
