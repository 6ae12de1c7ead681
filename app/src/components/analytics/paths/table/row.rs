//! A row of the paths table: a page, a folder, or a placeholder.

use docket_wire::{RelativeChange, RowsQuery, VisitorRow, VisitorTotals};
use leptos::prelude::*;
use web_sys::{Event, HtmlInputElement};

use crate::components::analytics::bar::BarLength;
use crate::components::analytics::page_trend::PAGE_TREND;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::format::number::{ai_share, count, difference, percent};
use crate::state::analytics::path_rows::{LoadedRows, PathEntry};
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

/// The number of the first row: ARIA counts rows from 1, and the header is the first.
pub(super) const FIRST_ROW_NUMBER: u64 = 2;

/// A row; a placeholder while there is no entry. The longest bar of the table stands for `max_total`. Only the controls of
/// the row `current` are in the Tab order.
#[component]
pub(super) fn PathsRow(
    position: RowPosition,
    entry: Option<PathEntry>,
    /// The folder whose pages and folders the rows are.
    prefix: Option<String>,
    loaded: ReadSignal<Option<LoadedRows>>,
    max_total: Memo<u64>,
    /// The name of the column with the change since the compared period.
    change_name: Memo<&'static str>,
    selection: Selection,
    current: ReadSignal<u64>,
) -> impl IntoView {
    let cells = match entry {
        None => view! { <span class="paths__path skeleton__row" role="cell"><span></span></span> }.into_any(),
        Some(entry) => {
            // Counts that arrive later are of the same page or folder. Those of another one are of a row that takes the place of
            // this one.
            let name = entry.name();
            let latest = Memo::new(move |before: Option<&PathEntry>| {
                let now =
                    loaded.with(|loaded| loaded.as_ref().and_then(|loaded| loaded.entry(position.index)));
                let now = now.filter(|entry| entry.name() == name).or_else(|| before.cloned());
                now.unwrap_or_else(|| entry.clone())
            });
            match latest.get_untracked() {
                PathEntry::Page(counted) => {
                    let path = counted.row.path;
                    view! { <PageCells position=position path=path entry=latest max_total=max_total change_name=change_name selection=selection current=current/> }.into_any()
                }
                PathEntry::Folder(folder) => {
                    view! { <FolderCells position=position folder=folder.folder prefix=prefix entry=latest selection=selection/> }.into_any()
                }
            }
        }
    };
    let row_number = position.index + FIRST_ROW_NUMBER;
    let top_px = position.index * position.height_px;
    view! {
        <div class="paths__row list-row" role="row" aria-rowindex=row_number.to_string() style:top=format!("{top_px}px")>
            {cells}
        </div>
    }
}

#[component]
fn PageCells(
    position: RowPosition,
    path: String,
    entry: Memo<PathEntry>,
    max_total: Memo<u64>,
    change_name: Memo<&'static str>,
    selection: Selection,
    current: ReadSignal<u64>,
) -> impl IntoView {
    let path = StoredValue::new(path);
    let is_current = Signal::derive(move || current.get() == position.index);
    let counted = Signal::derive(move || match entry.get() {
        PathEntry::Page(counted) => Some(counted),
        PathEntry::Folder(_) => None,
    });
    let count_cell =
        move |of: fn(&VisitorRow) -> u64| move || counted.get().map(|counted| count(of(&counted.row)));
    let width = move |part: fn(&VisitorRow) -> u64| {
        move || {
            let row = counted.get()?.row;
            Some(BarLength::of(part(&row).min(row.total), max_total.get()).to_string())
        }
    };
    let last = move || {
        let CountedRow { row, before, .. } = counted.get()?;
        Some(match before {
            Some(before) => view! {
                <span role="cell" class="number" data-name=texts::BEFORE>{count(before.total)}</span>
                <ChangeCell name=change_name before=before.total now=row.total/>
            }
            .into_any(),
            None => view! {
                <span role="cell" class="number" data-name=visitors::AI_SHARE>{ai_share(&row.totals())}</span>
            }
            .into_any(),
        })
    };
    view! {
        <span role="rowheader" class="paths__path" id=cell_id(position.index) tabindex="-1" dir="auto" title=path.get_value()>
            <MayChangeJobs project=selection.project.get_value()>
                <SelectRow path=path.get_value() counted=counted selection=selection is_current=is_current/>
            </MayChangeJobs>
            <OpenTrend path=path.get_value() selection=selection is_current=is_current/>
            <LivePage path=path.get_value() selection=selection is_current=is_current/>
        </span>
        <span role="cell" class="paths__bars">
            <svg width="100%" height="14" aria-hidden="true">
                <rect class="track" width=width(|row| row.total) height="14"></rect>
                <rect class="people" y="2" width=width(|row| row.human) height="4"></rect>
                <rect class="ai" y="8" width=width(|row| row.ai) height="4"></rect>
            </svg>
        </span>
        <span role="cell" class="number" data-name=visitors::HUMAN>{count_cell(|row| row.human)}</span>
        <span role="cell" class="number" data-name=visitors::AI>{count_cell(|row| row.ai)}</span>
        <span role="cell" class="number number--main" data-name=visitors::ALL>{count_cell(|row| row.total)}</span>
        {last}
        <span role="cell" class="paths__action">
            <MayChangeJobs project=selection.project.get_value()>
                <NewJobButton index=position.index path=path.get_value() counted=counted selection=selection is_current=is_current/>
            </MayChangeJobs>
        </span>
    }
}

/// By how many visitors a page changed, and by how much of those it had. A page that had none has no such share.
#[component]
fn ChangeCell(name: Memo<&'static str>, before: u64, now: u64) -> impl IntoView {
    let share = match RelativeChange::of(before, now) {
        RelativeChange::By(share) => Some(view! { <span class="paths__share">{percent(share)}</span> }),
        RelativeChange::New | RelativeChange::StillZero => None,
    };
    view! { <span role="cell" class="number" data-name=name>{difference(before, now)} " " {share}</span> }
}

/// Only the controls of the current row are in the Tab order.
fn tab_index(is_current: Signal<bool>) -> impl Fn() -> &'static str + Copy {
    move || if is_current.get() { "0" } else { "-1" }
}

/// Selects the page of a row for jobs.
#[component]
fn SelectRow(
    path: String,
    counted: Signal<Option<CountedRow>>,
    selection: Selection,
    is_current: Signal<bool>,
) -> impl IntoView {
    let label = texts::select(&path);
    let tab_index = tab_index(is_current);
    let path = StoredValue::new(path);
    let is_checked = move || path.with_value(|path| selection.has_row(path));
    let toggle = move |event: Event| {
        if let Some(counted) = counted.get_untracked() {
            selection.toggle_row(&counted);
        }
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
    path: String,
    counted: Signal<Option<CountedRow>>,
    selection: Selection,
    is_current: Signal<bool>,
) -> impl IntoView {
    let label = texts::new_job_for(&path);
    let tab_index = tab_index(is_current);
    let write = move |_| {
        if let Some(counted) = counted.get_untracked() {
            selection.write_job(&counted, index);
        }
    };
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
fn FolderCells(
    position: RowPosition,
    folder: String,
    prefix: Option<String>,
    entry: Memo<PathEntry>,
    selection: Selection,
) -> impl IntoView {
    let prefix = prefix.as_deref().unwrap_or("/");
    let name = if folder.is_empty() {
        view! { <span id=cell_id(position.index) tabindex="-1">{texts::WITHOUT_FOLDER}</span> }.into_any()
    } else if folder == prefix {
        // Their folder is the one in view, to which a link would lead nowhere.
        view! { <span id=cell_id(position.index) tabindex="-1">{texts::pages_directly_in(&folder)}</span> }
            .into_any()
    } else {
        // A page that is the prefix itself is listed among the folders, and has no folders of its own.
        let by_folder = folder.ends_with('/');
        let prefix = folder.clone();
        let href = move || {
            selection.href_of_rows(|rows| RowsQuery { prefix: Some(prefix.clone()), by_folder, ..rows })
        };
        view! { <a href=href id=cell_id(position.index) tabindex="-1" dir="auto">{folder}</a> }.into_any()
    };
    let latest = move || match entry.get() {
        PathEntry::Folder(folder) => Some(folder),
        PathEntry::Page(..) => None,
    };
    let pages = move || latest().map(|folder| counts::pages(folder.pages, &count(folder.pages)));
    let at_least = move |of: fn(&VisitorTotals) -> u64| {
        move || latest().map(|folder| format!("≥\u{a0}{}", count(of(&folder.at_least))))
    };
    view! {
        <span role="rowheader" class="paths__path">{name}</span>
        <span role="cell" class="paths__bars paths__pages">{pages}</span>
        <span role="cell" class="number" data-name=visitors::HUMAN>{at_least(|totals| totals.human)}</span>
        <span role="cell" class="number" data-name=visitors::AI>{at_least(|totals| totals.ai)}</span>
        <span role="cell" class="number number--main" data-name=visitors::ALL>{at_least(|totals| totals.total)}</span>
        <span role="cell" class="number"></span>
        <span role="cell" class="paths__action"></span>
    }
}
