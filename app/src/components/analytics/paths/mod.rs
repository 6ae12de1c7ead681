//! The table of paths, with its filter, its export and the backfill that loads all paths.

mod filter;
mod header;
mod note;
mod row;
mod row_keys;
mod selected;
mod table;
mod trail;

use docket_wire::{BackfillKind, BackfillRequest};
use leptos::prelude::*;

use self::filter::PathsFilter;
use self::note::PathsNote;
use self::table::PathsTable;
use self::trail::FolderTrail;
use super::backfill::{BackfillError, BackfillStatus};
use super::export::ExportButtons;
use crate::components::error_notice::ErrorNotice;
use crate::format::number::count;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::path_rows::{LoadedRows, PathRows, RowsKey};
use crate::state::analytics::selection::Selection;
use crate::ui::Skeleton;

/// The paths of the selected days.
#[component]
pub(crate) fn PathsSection(selection: Selection) -> impl IntoView {
    let key = Memo::new(move |_| {
        selection.request.with(|request| {
            request
                .as_ref()
                .map(|request| RowsKey { span: request.span.clone(), query: request.rows.clone() })
        })
    });
    let rows = PathRows::new(selection.console.api, selection.project.get_value(), key);
    let (loaded, error) = (rows.loaded(), rows.error());
    let progress =
        Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().and_then(|loaded| loaded.summary.backfill)));
    Effect::new(move || {
        if let Some(budget) = loaded.with(|loaded| loaded.as_ref().map(|loaded| loaded.summary.budget)) {
            selection.note_budget(budget);
        }
    });
    let refresh = Callback::new(move |()| rows.refresh());
    let control = BackfillControl::new(selection, progress, refresh);
    // The table stays while further rows are loaded, and if that fails.
    let is_loaded = Memo::new(move |_| loaded.with(Option::is_some));
    let has_failed = Memo::new(move |_| !is_loaded.get() && error.with(Option::is_some));
    let table = move || match (is_loaded.get(), has_failed.get()) {
        (true, _) => view! { <PathsTable rows=rows selection=selection/> }.into_any(),
        (false, false) => view! { <Skeleton rows=12 label="Loading paths" is_paths=true/> }.into_any(),
        (false, true) => ().into_any(),
    };
    let missing = move || {
        let loaded = loaded.get()?;
        Some(view! { <MissingPaths loaded=loaded rows=rows control=control/> })
    };
    view! {
        <section class="paths-section" aria-labelledby="paths-title">
            <div class="paths-section__head">
                <h2 id="paths-title" class="section-title">"Paths"</h2>
                <PathsFilter selection=selection/>
                <ExportButtons selection=selection loaded=loaded/>
            </div>
            <FolderTrail selection=selection/>
            <PathsNote loaded=loaded/>
            <div class:figures--old=move || rows.is_outdated()>{table}</div>
            {move || error.get().map(|error| view! { <ErrorNotice error=error on_retry=refresh/> })}
            {missing}
            <BackfillError control=control/>
        </section>
    }
}

/// How many paths are loaded, and the ways to load more.
#[component]
fn MissingPaths(loaded: LoadedRows, rows: PathRows, control: BackfillControl) -> impl IntoView {
    let LoadedRows { key, summary, .. } = loaded;
    let can_load_more = !key.query.needs_all();
    let request = BackfillRequest { kind: BackfillKind::Paths, span: key.span };
    if let Some(progress) = summary.backfill {
        return view! { <BackfillStatus control=control progress=progress name="Loading paths" request=request/> }
            .into_any();
    }
    if summary.complete {
        return ().into_any();
    }
    view! {
        <div class="backfill">
            <p>{count(summary.loaded)} " paths loaded. 1 request per 250 paths. " {summary.backfill_error.clone()}</p>
            <Show when=move || can_load_more>
                <button type="button" class="button" on:click=move |_| rows.load_more()>"Load 250 more"</button>
            </Show>
            <button type="button" class="button" on:click=move |_| control.start(request.clone())>"Load all paths"</button>
        </div>
    }
    .into_any()
}
