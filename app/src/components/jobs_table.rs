//! The list of jobs. A row is built once and patched; only its ages follow the clock.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, ProjectId};
use leptos::prelude::*;

use super::freshness::FreshnessOf;
use crate::format::{job as words, link};
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::ledger::Older;
use crate::ui::{Age, ErrorNotice, Status, given, part, text};

/// All jobs that are loaded, and a way to the older ones.
#[component]
pub(crate) fn JobsTable(project: ProjectId) -> impl IntoView {
    let ledger = Console::here().ledger;
    let order = ledger.order();
    let row = move |id: JobId| {
        let href = Page::Job(&project, &id).to_string();
        let job = ledger.row(id);
        // Only its own changes come here; what stays the same of a row stays in place.
        part(move || job.get().map(|job| row(job, href.clone())))
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
                <For each=move || order.get() key=JobId::clone children=row/>
            </tbody>
        </table>
        <OlderJobs/>
    }
}

fn row(job: Arc<JobEntry>, href: String) -> impl IntoView {
    let (shape, word) = words::status(&job.status);
    let has_ended = job.status.has_ended();
    let author = job.author.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string);
    let pull_request = job.pr_link.clone().map(|url| view! { <PullRequest url=url/> });
    view! {
        <tr role="row" class="jobs__row" class:jobs__row--ended=has_ended>
            <td role="cell" class="jobs__status"><Status shape=shape word=word/></td>
            <td role="cell" class="jobs__title"><a class="jobs__link" href=href>{words::entry_title(&job)}</a></td>
            <td role="cell" class="jobs__author">{author}</td>
            <td role="cell" class="jobs__created"><Age at=job.created_at/></td>
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

#[component]
fn OlderJobs() -> impl IntoView {
    let ledger = Console::here().ledger;
    let older = ledger.older();
    let is_loading = move || older.with(|older| *older == Older::Loading);
    let load = Callback::new(move |()| ledger.load_older());
    let button = move || {
        view! {
            <button type="button" class="button" aria-disabled=given("true", is_loading) on:click=move |_| load.run(())>
                {text(move || if is_loading() { "Loading…" } else { "Load older jobs" })}
            </button>
        }
    };
    let what = part(move || match older.get() {
        Older::Failed(error) => view! { <ErrorNotice error=error on_retry=load/> }.into_any(),
        Older::Idle | Older::Loading => ledger.has_more().then(button).into_any(),
    });
    view! { <div class="jobs__older">{what}</div> }
}
