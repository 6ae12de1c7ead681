//! The list of jobs. A row is built once and patched; only its ages follow the clock.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, ProjectId};
use leptos::prelude::*;

use super::freshness::FreshnessOf;
use crate::format::{job as words, link};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::ledger::Older;
use crate::ui::{Age, ErrorNotice, Status};

/// All jobs that are loaded, and a way to the older ones.
#[component]
pub(crate) fn JobsTable(project: ProjectId) -> impl IntoView {
    let ledger = Console::here().ledger;
    let order = ledger.order();
    let rows = move |id: JobId| {
        let row = ledger.row(id);
        let project = project.clone();
        // A row that has gone is taken off the page by the list itself.
        row.get_untracked().map(|first| view! { <Row project=project row=row first=first/> })
    };
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
                <For each=move || order.get() key=JobId::clone children=rows/>
            </tbody>
        </table>
        <OlderJobs/>
    }
}

#[component]
fn Row(project: ProjectId, row: Memo<Option<Arc<JobEntry>>>, first: Arc<JobEntry>) -> impl IntoView {
    let href = Page::Job(&project, &first.id).to_string();
    // The list drops a row a moment after the mirror does; until then it shows what it was.
    let job = Memo::new(move |_| row.get().unwrap_or_else(|| Arc::clone(&first)));
    let status = Memo::new(move |_| job.with(|job| job.status.clone()));
    let title = Memo::new(move |_| job.with(|job| words::entry_title(job)));
    let author = Memo::new(move |_| job.with(|job| job.author.as_ref().map(ToString::to_string)));
    let created_at = Signal::derive(move || job.with(|job| job.created_at));
    let pr_link = Memo::new(move |_| job.with(|job| job.pr_link.clone()));
    let is_ended = Memo::new(move |_| status.with(docket_wire::JobStatus::has_ended));
    view! {
        <tr role="row" class="jobs__row" class:jobs__row--ended=is_ended>
            <td role="cell" class="jobs__status">
                {move || {
                    let (shape, word) = words::status(&status.get());
                    view! { <Status shape=shape word=word/> }
                }}
            </td>
            <td role="cell" class="jobs__title"><a class="jobs__link" href=href>{title}</a></td>
            <td role="cell" class="jobs__author">{move || author.get().unwrap_or_else(|| "–".to_owned())}</td>
            <td role="cell" class="jobs__created"><Age at=created_at/></td>
            <td role="cell" class="jobs__fresh"><FreshnessOf job=job/></td>
            <td role="cell" class="jobs__pr">{move || pr_link.get().map(|url| view! { <PullRequest url=url/> })}</td>
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

#[component]
fn OlderJobs() -> impl IntoView {
    let ledger = Console::here().ledger;
    let older = ledger.older();
    let is_loading = move || older.with(|older| *older == Older::Loading);
    let load = Callback::new(move |()| ledger.load_older());
    let button = move || {
        ledger.has_more().then(|| {
            view! {
                <button
                    type="button"
                    class="button"
                    aria-disabled=move || is_loading().to_string()
                    on:click=move |_| load.run(())
                >
                    {move || if is_loading() { "Loading…" } else { "Load older jobs" }}
                </button>
            }
        })
    };
    let what = move || match older.get() {
        Older::Failed(error) => view! { <ErrorNotice error=error on_retry=load/> }.into_any(),
        Older::Idle | Older::Loading => button().into_any(),
    };
    view! { <div class="jobs__older">{what}</div> }
}
