//! A row of the paths table: a page, a folder, or a placeholder.

use docket_wire::{Change, Folder, RowsQuery, VisitorTotals};
use leptos::prelude::*;
use web_sys::{Event, HtmlInputElement};

use crate::components::allowed::MayChangeJobs;
use crate::components::analytics::bar::BarLength;
use crate::components::analytics::page_trend::PAGE_TREND;
use crate::format::number::{ai_share, count, difference, percent};
use crate::state::analytics::path_rows::PathEntry;
use crate::state::analytics::selection::{CountedRow, Selection};
use crate::texts::analytics::{counts, page_trend, paths as texts, visitors};
use crate::texts::general;

/// Where a row is in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RowPosition {
    /// Index among all rows, from 0.
    pub index: u64,
    pub height_px: u64,
}

/// The id of the cell of a row that the arrow keys focus.
pub(super) fn cell_id(index: u64) -> String {
    format!("path-{index}")
}

/// A row; a placeholder while there is no entry. The longest bar of the table stands for `max_total`. Only the controls of
/// the row `current` are in the Tab order.
#[component]
pub(super) fn PathsRow(
    position: RowPosition,
    entry: Option<PathEntry>,
    max_total: u64,
    selection: Selection,
    current: ReadSignal<u64>,
) -> impl IntoView {
    let cells = match entry {
        None => view! { <span class="paths__path skeleton__row" role="cell"><span></span></span> }.into_any(),
        Some(PathEntry::Page(counted, before)) => {
            view! { <PageCells position=position counted=counted before=before max_total=max_total selection=selection current=current/> }.into_any()
        }
        Some(PathEntry::Folder(folder)) => {
            view! { <FolderCells position=position folder=folder selection=selection/> }.into_any()
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
fn PageCells(
    position: RowPosition,
    counted: CountedRow,
    before: Option<VisitorTotals>,
    max_total: u64,
    selection: Selection,
    current: ReadSignal<u64>,
) -> impl IntoView {
    let row = counted.row.clone();
    let counted = StoredValue::new(counted);
    let is_current = Signal::derive(move || current.get() == position.index);
    let last = match before {
        Some(before) => view! {
            <span role="cell" class="number" data-name=texts::BEFORE>{count(before.total)}</span>
            <ChangeCell before=before.total now=row.total/>
        }
        .into_any(),
        None => view! {
            <span role="cell" class="number" data-name=visitors::AI_SHARE>{ai_share(&row.totals())}</span>
        }
        .into_any(),
    };
    let width = |part: u64| BarLength::of(part.min(row.total), max_total).to_string();
    view! {
        <span role="rowheader" class="paths__path" id=cell_id(position.index) tabindex="-1" dir="auto" title=row.path.clone()>
            <MayChangeJobs project=selection.project.get_value()>
                <SelectRow counted=counted.get_value() selection=selection is_current=is_current/>
            </MayChangeJobs>
            <OpenTrend path=row.path.clone() selection=selection is_current=is_current/>
            <LivePage path=row.path.clone() selection=selection is_current=is_current/>
        </span>
        <span role="cell" class="paths__bars">
            <svg width="100%" height="14" aria-hidden="true">
                <rect class="track" width=width(row.total) height="14"></rect>
                <rect class="people" y="2" width=width(row.human) height="4"></rect>
                <rect class="ai" y="8" width=width(row.ai) height="4"></rect>
            </svg>
        </span>
        <span role="cell" class="number" data-name=visitors::HUMAN>{count(row.human)}</span>
        <span role="cell" class="number" data-name=visitors::AI>{count(row.ai)}</span>
        <span role="cell" class="number number--main" data-name=visitors::ALL>{count(row.total)}</span>
        {last}
        <span role="cell" class="paths__action">
            <MayChangeJobs project=selection.project.get_value()>
                <NewJobButton index=position.index counted=counted.get_value() selection=selection is_current=is_current/>
            </MayChangeJobs>
        </span>
    }
}

/// By how many visitors a page changed, and by how much of those it had. A page that had none has no such share.
#[component]
fn ChangeCell(before: u64, now: u64) -> impl IntoView {
    let share = match Change::of(before, now) {
        Change::By(share) => Some(view! { <span class="paths__share">{percent(share)}</span> }),
        Change::New | Change::StillZero => None,
    };
    view! { <span role="cell" class="number" data-name=texts::CHANGE>{difference(before, now)} " " {share}</span> }
}

/// Only the controls of the current row are in the Tab order.
fn tab_index(is_current: Signal<bool>) -> impl Fn() -> &'static str + Copy {
    move || if is_current.get() { "0" } else { "-1" }
}

/// Selects the page of a row for jobs.
#[component]
fn SelectRow(counted: CountedRow, selection: Selection, is_current: Signal<bool>) -> impl IntoView {
    let label = texts::select(&counted.row.path);
    let tab_index = tab_index(is_current);
    let path = StoredValue::new(counted.row.path.clone());
    let is_checked = move || path.with_value(|path| selection.has_row(path));
    let toggle = move |event: Event| {
        selection.toggle_row(&counted);
        // A browser checks the box also when there is no room for its row.
        event_target::<HtmlInputElement>(&event).set_checked(untrack(is_checked));
    };
    view! {
        <input type="checkbox" class="paths__select" aria-keyshortcuts="x" title=general::shortcut("x") tabindex=tab_index aria-label=label prop:checked=is_checked on:change=toggle/>
    }
}

/// The path of a row, as a link to the published page if the settings say where it is.
#[component]
fn LivePage(path: String, selection: Selection, is_current: Signal<bool>) -> impl IntoView {
    let projects = selection.console.projects;
    let tab_index = tab_index(is_current);
    // The projects may arrive after the rows.
    move || match selection.project.with_value(|project| projects.live_page(project, &path)) {
        None => path.clone().into_any(),
        Some(url) => view! {
            <a class="paths__live" href=url target="_blank" rel="noopener noreferrer" tabindex=tab_index
                aria-keyshortcuts="v" title=texts::open_page(&path, "v")>{path.clone()}</a>
        }
        .into_any(),
    }
}

/// Opens the trend of the page of a row, or closes it.
#[component]
fn OpenTrend(path: String, selection: Selection, is_current: Signal<bool>) -> impl IntoView {
    let label = page_trend::daily_visitors_of(&path);
    let tab_index = tab_index(is_current);
    let path = StoredValue::new(path);
    let is_open = Memo::new(move |_| path.with_value(|path| selection.view().open.as_ref() == Some(path)));
    let toggle = move |_| match is_open.get_untracked() {
        true => selection.close_trend(),
        false => selection.open_trend(path.get_value()),
    };
    view! {
        <button type="button" class="paths__open" tabindex=tab_index aria-label=label aria-expanded=move || is_open.get().to_string()
            aria-controls=move || is_open.get().then_some(PAGE_TREND) aria-keyshortcuts="o" title=texts::trend_of_this_page("o") on:click=toggle></button>
    }
}

#[component]
fn NewJobButton(
    index: u64,
    counted: CountedRow,
    selection: Selection,
    is_current: Signal<bool>,
) -> impl IntoView {
    let label = texts::new_job_for(&counted.row.path);
    let tab_index = tab_index(is_current);
    let write = move |_| selection.write_job(&counted, index);
    // While pages are selected, the key is that of the button for all of them.
    let is_alone = Memo::new(move |_| selection.selected.with(Vec::is_empty));
    let key = move || is_alone.get().then_some("c");
    let title = move || match key() {
        Some(key) => texts::new_job_for_this_page(key),
        None => texts::NEW_JOB_FOR_THIS_PAGE.to_owned(),
    };
    view! {
        <button type="button" class="new-job" tabindex=tab_index aria-label=label aria-keyshortcuts=key title=title on:click=write>
            {general::NEW_JOB}
        </button>
    }
}

/// The least number of visitors that a folder can have: unique visitors of its pages cannot be added up.
#[component]
fn FolderCells(position: RowPosition, folder: Folder, selection: Selection) -> impl IntoView {
    // The rows are those of one prefix.
    let rows = selection.view_untracked().rows;
    let prefix = rows.prefix.as_deref().unwrap_or("/");
    let name = if folder.folder.is_empty() {
        view! { <span id=cell_id(position.index) tabindex="-1">{texts::WITHOUT_FOLDER}</span> }.into_any()
    } else if folder.folder == prefix {
        // Their folder is the one in view, to which a link would lead nowhere.
        view! { <span id=cell_id(position.index) tabindex="-1">{texts::pages_directly_in(&folder.folder)}</span> }.into_any()
    } else {
        // A page that is the prefix itself is listed among the folders, and has no folders of its own.
        let by_folder = folder.folder.ends_with('/');
        let prefix = folder.folder.clone();
        let href = move || {
            selection.href_of_rows(|rows| RowsQuery { prefix: Some(prefix.clone()), by_folder, ..rows })
        };
        view! { <a href=href id=cell_id(position.index) tabindex="-1" dir="auto">{folder.folder.clone()}</a> }
            .into_any()
    };
    let at_least = |n: u64| format!("≥\u{a0}{}", count(n));
    let totals = folder.at_least;
    view! {
        <span role="rowheader" class="paths__path">{name}</span>
        <span role="cell" class="paths__bars paths__pages">{counts::pages(folder.pages, &count(folder.pages))}</span>
        <span role="cell" class="number" data-name=visitors::HUMAN>{at_least(totals.human)}</span>
        <span role="cell" class="number" data-name=visitors::AI>{at_least(totals.ai)}</span>
        <span role="cell" class="number number--main" data-name=visitors::ALL>{at_least(totals.total)}</span>
        <span role="cell" class="number"></span>
        <span role="cell" class="paths__action"></span>
    }
}
