//! The table of jobs. A row is built once and patched; only its ages follow the clock.

use std::sync::Arc;

use docket_wire::{JobEntry, JobFilter, JobId, Label, ProjectId, Right};
use leptos::prelude::*;

use crate::components::jobs::freshness::FreshnessText;
use crate::components::jobs::pull_request::PullRequest;
use crate::format::job as words;
use crate::paths::Page;
use crate::state::console::Console;
use crate::texts::general;
use crate::texts::jobs::filters::only;
use crate::texts::jobs::{bulk, list as texts};
use crate::ui::{Age, Status};

/// The loaded jobs of the current list. People who may change jobs can select them: `BulkBar` follows the boxes.
#[component]
pub(crate) fn JobsTable(project: ProjectId) -> impl IntoView {
    let Console { jobs, auth, .. } = Console::here();
    let order = jobs.order();
    // The table goes with its last row, which is one change of the page instead of one for each row.
    let shown = Memo::new(move |before: Option<&Vec<JobId>>| match before {
        Some(before) if order.with(Vec::is_empty) => before.clone(),
        _ => order.get(),
    });
    let is_selectable = auth.may(Right::JobsWrite, &project);
    let select = is_selectable.then(|| {
        view! {
            <th role="columnheader" scope="col" class="jobs__select">
                <input type="checkbox" aria-label=bulk::SELECT_ALL_SHOWN aria-keyshortcuts="s" title=general::shortcut("s")/>
            </th>
        }
    });
    let row = move |id: JobId| {
        let project = project.clone();
        jobs.row(&id).map(
            |row| move || view! { <Row job=row.get() project=project.clone() is_selectable=is_selectable/> },
        )
    };
    view! {
        <table class="jobs" role="table">
            <caption class="visually-hidden">{texts::NEWEST_FIRST}</caption>
            <thead role="rowgroup">
                <tr role="row">
                    {select}
                    <th role="columnheader" scope="col" class="jobs__status">{texts::STATUS}</th>
                    <th role="columnheader" scope="col">{texts::JOB}</th>
                    <th role="columnheader" scope="col" class="jobs__author">{texts::BY}</th>
                    <th role="columnheader" scope="col" class="jobs__created">{texts::STARTED}</th>
                    <th role="columnheader" scope="col" class="jobs__fresh">{texts::FRESHNESS}</th>
                    <th role="columnheader" scope="col" class="jobs__pr">{texts::PULL_REQUEST}</th>
                </tr>
            </thead>
            <tbody role="rowgroup">
                <For each=move || shown.get() key=JobId::clone children=row/>
            </tbody>
        </table>
    }
}

#[component]
fn Row(job: Arc<JobEntry>, project: ProjectId, is_selectable: bool) -> impl IntoView {
    let href = Page::Job(&project, &job.id).to_string();
    let (shape, word) = words::entry_status(&job);
    let has_ended = job.status.has_ended();
    let filter_link = |filter: JobFilter, class: &'static str, name: String| {
        let href = Page::FilteredJobs(&project, &JobFilter { hidden: job.hidden, ..filter }).to_string();
        view! { <a class=class href=href title=only(&name)>{name.clone()}</a> }
    };
    let author = job.author.clone().map(|author| {
        let name = author.to_string();
        filter_link(JobFilter { author: Some(author), ..JobFilter::default() }, "jobs__filter", name)
    });
    let label_link = |label: &Label| {
        let filter = JobFilter { label: Some(label.clone()), ..JobFilter::default() };
        filter_link(filter, "jobs__filter jobs__label", label.to_string())
    };
    let labels = job.labels.iter().map(label_link).collect_view();
    let stale = job.stale.then(|| view! { <span class="jobs__stale">{texts::RUNNING_LONG}</span> });
    let pull_request = job.pr_link.clone().map(|url| view! { <PullRequest url=url/> });
    let select = is_selectable.then(|| {
        let label = texts::select(&words::entry_title(&job));
        view! {
            <td role="cell" class="jobs__select">
                <input type="checkbox" value=job.id.to_string() aria-label=label aria-keyshortcuts="x"/>
            </td>
        }
    });
    view! {
        <tr role="row" class="jobs__row" class:jobs__row--ended=has_ended>
            {select}
            <td role="cell" class="jobs__status"><Status shape=shape word=word/></td>
            <td role="cell" class="jobs__title">
                <div class="jobs__name">
                    <a class="jobs__link" dir="auto" href=href>{words::entry_title(&job)}</a>
                    {stale}
                    {labels}
                </div>
            </td>
            <td role="cell" class="jobs__author">{author}</td>
            <td role="cell" class="jobs__created"><Age at=job.added_at/></td>
            <td role="cell" class="jobs__fresh"><FreshnessText job=job/></td>
            <td role="cell" class="jobs__pr">{pull_request}</td>
        </tr>
    }
}
