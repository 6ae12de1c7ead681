//! The list of jobs. A row is built once and patched; only its ages follow the clock.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, Label, ProjectId};
use leptos::prelude::*;

use super::freshness::FreshnessOf;
use crate::format::{job as words, link};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::ledger::Older;
use crate::ui::{Age, ErrorNotice, Status, button, given, keyed, never, part, row, text};

/// All jobs of the list that are loaded.
#[component]
pub(crate) fn JobsTable(project: ProjectId) -> impl IntoView {
    let ledger = Console::here().ledger;
    let order = ledger.order();
    let rows = keyed(move || {
        let one = |id: JobId| {
            let project = project.clone();
            row(id.to_string(), move || {
                let job = ledger.row(id);
                // Only its own changes come here; what stays the same of a row stays in place.
                part(move || job.get().map(|job| view_of(job, &project)))
            })
        };
        order.get().into_iter().map(one).collect()
    });
    view! {
        <table class="jobs" role="table">
            <caption class="visually-hidden">"Jobs, newest first"</caption>
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col" class="jobs__status">"Status"</th>
                    <th role="columnheader" scope="col">"Job"</th>
                    <th role="columnheader" scope="col" class="jobs__author">"By"</th>
                    <th role="columnheader" scope="col" class="jobs__created">"Started"</th>
                    <th role="columnheader" scope="col" class="jobs__fresh">"Freshness"</th>
                    <th role="columnheader" scope="col" class="jobs__pr">"Pull request"</th>
                </tr>
            </thead>
            <tbody role="rowgroup">
                {rows}
            </tbody>
        </table>
    }
}

fn view_of(job: Arc<JobEntry>, project: &ProjectId) -> impl IntoView + use<> {
    let href = Page::Job(project, &job.id).to_string();
    let (shape, word) = words::status(&job.status);
    let has_ended = job.status.has_ended();
    let found = |filter: JobFilter, class: &'static str, name: String| {
        let href = Page::Found(project, &JobFilter { hidden: job.hidden, ..filter }).to_string();
        view! { <a class=class href=href title=format!("Only {name}")>{name.clone()}</a> }
    };
    let author = job.author.clone().map(|person| {
        let name = person.to_string();
        found(JobFilter { author: Some(person), ..JobFilter::default() }, "jobs__filter", name)
    });
    let by_label = |label: &Label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        found(filter, "jobs__filter jobs__label", label.to_string())
    };
    let labels = job.labels.iter().map(by_label).collect_view();
    let stale = job.stale.then(|| view! { <span class="jobs__stale">{words::STALE}</span> });
    let pull_request = job.pr_link.clone().map(|url| view! { <PullRequest url=url/> });
    view! {
        <tr role="row" class="jobs__row" class:jobs__row--ended=has_ended>
            <td role="cell" class="jobs__status"><Status shape=shape word=word/></td>
            <td role="cell" class="jobs__title">
                <div class="jobs__name">
                    <a class="jobs__link" href=href>{words::entry_title(&job)}</a>
                    {stale}
                    {labels}
                </div>
            </td>
            <td role="cell" class="jobs__author">{author}</td>
            <td role="cell" class="jobs__created"><Age at=job.added_at/></td>
            <td role="cell" class="jobs__fresh"><FreshnessOf job=job/></td>
            <td role="cell" class="jobs__pr">{pull_request}</td>
        </tr>
    }
}

/// A pull request: a link if it can be followed, and text if not.
#[component]
pub(crate) fn PullRequest(url: String) -> impl IntoView {
    let short = link::pull_request(&url);
    match link::followable(&url) {
        Some(href) => {
            view! { <a class="pr" href=href.to_owned() target="_blank" rel="noopener noreferrer">{short}</a> }
                .into_any()
        }
        None => view! { <span class="pr">{short}</span> }.into_any(),
    }
}

/// A way to the older jobs of the list.
#[component]
pub(crate) fn OlderJobs() -> impl IntoView {
    let ledger = Console::here().ledger;
    let older = ledger.older();
    let is_loading = move || older.with(|older| *older == Older::Loading);
    let load = Callback::new(move |()| ledger.load_older());
    let more = move || {
        let name = text(move || if is_loading() { "Loading…" } else { "Load older jobs" });
        button(name, given("true", is_loading), never(), move || load.run(()))
    };
    let what = part(move || match older.get() {
        Older::Failed(error) => view! { <ErrorNotice error=error on_retry=load/> }.into_any(),
        Older::Idle | Older::Loading => ledger.has_more().then(more).into_any(),
    });
    view! { <div class="jobs__older">{what}</div> }
}
