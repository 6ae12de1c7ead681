//! What the paths table shows, in a sentence above it.

use docket_wire::{Rows, RowsQuery, VisitorsQuery};
use leptos::prelude::*;

use super::missing::is_as_it_was;
use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::texts::analytics::{counts, paths as texts};
use crate::ui::At;

/// The id of the sentence that says what a view costs, for the choice of the view.
pub(super) const SELECTING_LOADS: &str = "paths-selecting-loads";

/// Which paths the table shows, and what to know about the numbers.
#[component]
pub(super) fn PathsNote(loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    move || {
        loaded.with(|loaded| {
            let LoadedRows { key, summary, .. } = loaded.as_ref()?;
            let sorted = key.query.sort.is_some().then(|| {
                let paths = counts::loaded_paths(summary.loaded, &count(summary.loaded));
                (" ", texts::sorted_within(&paths))
            });
            let selecting = requests_to_select(summary, &key.query).map(|requests| {
                let paths = count((requests * VisitorsQuery::LIMIT_MAX).into());
                let requests = counts::requests(requests.into(), &count(requests.into()));
                view! { <span id=SELECTING_LOADS>" " {texts::selecting_loads(&paths, &requests)}</span> }
            });
            let folders = key.query.by_folder.then_some((" ", texts::FOLDERS_CANNOT_BE_ADDED_UP));
            let duplicates = summary.duplicates_dropped;
            let duplicates = (duplicates > 0)
                .then(|| (" ", texts::dropped(&counts::duplicate_rows(duplicates, &count(duplicates)))));
            // Those of a period that is not over always do.
            let has_changed = summary.totals_changed && !summary.partial;
            let totals_changed = has_changed.then_some((" ", texts::TOTALS_CHANGED));
            let [before, after] = texts::LOADED_AT;
            let stale = summary.stale.then(|| {
                let why = if is_as_it_was(summary) { texts::MAY_HAVE_CHANGED } else { texts::NOT_REFRESHED };
                view! { <span class="interval__warning">" " {why}</span> }
            });
            // While a backfill continues, the numbers change every few seconds. Its end is announced.
            let live = if summary.backfill.is_some() { "off" } else { "polite" };
            Some(view! {
                <p class="paths-note" role="status" aria-live=live>
                    {scope(summary, &key.query)} {selecting} {sorted} {folders} {duplicates} {totals_changed} " " {before} <At at=summary.fetched_to/> {after} {stale}
                </p>
            })
        })
    }
}

/// The requests that the choice of a view, a column or a filter makes at once, while nothing of the kind is chosen.
fn requests_to_select(summary: &Rows, query: &RowsQuery) -> Option<u32> {
    let is_open = !summary.complete && !query.needs_all() && summary.backfill.is_none();
    let requests = RowsQuery::PAGES_AT_ONCE.saturating_sub(summary.pages_loaded);
    (is_open && requests > 0).then_some(requests)
}

/// Which of the paths are in the table.
fn scope(summary: &Rows, query: &RowsQuery) -> String {
    let (matched, loaded) = (summary.matched, summary.loaded);
    let paths = counts::paths(loaded, &count(loaded));
    let part_of = if summary.complete { texts::part_of_paths } else { texts::part_of_first_paths };
    if !summary.has_all_compared() || summary.compared.is_some() && !summary.complete {
        // The table says what the view lacks.
        String::new()
    } else if query.view.is_some() {
        part_of(&counts::pages(matched, &count(matched)), &paths)
    } else if query.by_folder {
        let in_paths = if summary.complete { texts::folders_in_paths } else { texts::folders_in_first_paths };
        in_paths(&counts::folders(matched, &count(matched)), &paths)
    } else if query.has_filter() {
        part_of(&count(matched), &paths)
    } else if summary.complete {
        texts::all_paths(loaded, &paths)
    } else {
        texts::first_paths(&paths)
    }
}
