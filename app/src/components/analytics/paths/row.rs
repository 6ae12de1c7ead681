//! A row of the paths table: a page, a folder, or a placeholder.

use docket_wire::{Folder, RowsQuery, VisitorRow};
use leptos::prelude::*;

use crate::components::allowed::MayChangeJobs;
use crate::components::analytics::bar::BarLength;
use crate::format::analytics::VisitorsView;
use crate::format::number::{count, counted, share};
use crate::state::analytics::path_rows::PathEntry;
use crate::state::analytics::selection::Selection;

/// Where a row is in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RowPosition {
    /// Index among all rows, from 0.
    pub index: u64,
    /// Height of each row.
    pub height_px: u64,
}

/// A row; a placeholder while there is no entry. The longest bar of the table stands for `max_total`.
#[component]
pub(super) fn PathsRow(
    position: RowPosition,
    entry: Option<PathEntry>,
    max_total: u64,
    selection: Selection,
) -> impl IntoView {
    let cells = match entry {
        None => view! { <span class="paths__path skeleton__row" role="cell"><span></span></span> }.into_any(),
        Some(PathEntry::Page(row)) => {
            view! { <PageCells row=row max_total=max_total selection=selection/> }.into_any()
        }
        Some(PathEntry::Folder(folder)) => {
            view! { <FolderCells folder=folder selection=selection/> }.into_any()
        }
    };
    // ARIA counts rows from 1, and the header is the first.
    let row_number = position.index + 2;
    let top_px = position.index * position.height_px;
    view! {
        <div class="paths__row" role="row" aria-rowindex=row_number.to_string() style:top=format!("{top_px}px")>
            {cells}
        </div>
    }
}

#[component]
fn PageCells(row: VisitorRow, max_total: u64, selection: Selection) -> impl IntoView {
    let width = |part: u64| BarLength::of(part.min(row.total), max_total).to_string();
    view! {
        <span role="rowheader" class="paths__path" title=row.path.clone()>{row.path.clone()}</span>
        <span role="cell" class="paths__bars">
            <svg class="bars" width="100%" height="14" aria-hidden="true">
                <rect class="track" width=width(row.total) height="14"></rect>
                <rect class="people" y="2" width=width(row.human) height="4"></rect>
                <rect class="ai" y="8" width=width(row.ai) height="4"></rect>
            </svg>
        </span>
        <span role="cell" class="number" data-name="Human">{count(row.human)}</span>
        <span role="cell" class="number" data-name="AI">{count(row.ai)}</span>
        <span role="cell" class="number number--main" data-name="All">{count(row.total)}</span>
        <span role="cell" class="number paths__share" data-name="AI share">{share(row.ai, row.total)}</span>
        <span role="cell" class="paths__action">
            <MayChangeJobs project=selection.project.get_value()>
                <NewJob row=row.clone() selection=selection/>
            </MayChangeJobs>
        </span>
    }
}

#[component]
fn NewJob(row: VisitorRow, selection: Selection) -> impl IntoView {
    let label = format!("New job for {}", row.path);
    let write = move |_| selection.on_new_job.run(row.clone());
    view! {
        <button type="button" class="new-job" aria-label=label title="New job for this page" on:click=write>
            "New job"
        </button>
    }
}

/// The least number of visitors that a folder can have: unique visitors of its pages cannot be added up.
#[component]
fn FolderCells(folder: Folder, selection: Selection) -> impl IntoView {
    let view = selection.view_untracked();
    // A page directly below the prefix is listed among the folders, and has no folders of its own.
    let by_folder = folder.folder.ends_with('/');
    let rows = RowsQuery { prefix: Some(folder.folder.clone()), by_folder, ..view.rows.clone() };
    let href = selection.href(&VisitorsView { rows, ..view });
    let at_least = |n: u64| format!("≥\u{a0}{}", count(n));
    let totals = folder.at_least;
    view! {
        <span role="rowheader" class="paths__path"><a href=href>{folder.folder}</a></span>
        <span role="cell" class="paths__bars paths__pages">{counted(folder.pages, "page", "pages")}</span>
        <span role="cell" class="number" data-name="Human">{at_least(totals.human)}</span>
        <span role="cell" class="number" data-name="AI">{at_least(totals.ai)}</span>
        <span role="cell" class="number number--main" data-name="All">{at_least(totals.total)}</span>
        <span role="cell" class="number paths__share"></span>
        <span role="cell" class="paths__action"></span>
    }
}
