//! What the paths table shows, in a sentence above it.

use docket_wire::{Rows, RowsQuery};
use leptos::prelude::*;

use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::texts::analytics::{counts, paths as texts};
use crate::ui::At;

/// Which paths the table shows, and what to know about the numbers.
#[component]
pub(super) fn PathsNote(loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    move || {
        loaded.with(|loaded| {
            let LoadedRows { key, summary, .. } = loaded.as_ref()?;
            let sorted =
                key.query.sort.is_some().then(|| (" ", texts::sorted_within(&count(summary.loaded))));
            let folders = key.query.by_folder.then_some((" ", texts::FOLDERS_CANNOT_BE_ADDED_UP));
            let duplicates = summary.duplicates_dropped;
            let duplicates = (duplicates > 0)
                .then(|| (" ", texts::removed(&counts::duplicate_rows(duplicates, &count(duplicates)))));
            let totals_changed = summary.totals_changed.then_some((" ", texts::TOTALS_CHANGED));
            let [before, after] = texts::LOADED_AT;
            let stale = summary.stale.then(|| {
                view! { <span class="interval__doubt">" " {texts::NOT_REFRESHED}</span> }
            });
            Some(view! {
                <p class="paths-note" role="status">
                    {scope(summary, &key.query)} {sorted} {folders} {duplicates} {totals_changed} " " {before} <At at=summary.fetched_to/> {after} {stale}
                </p>
            })
        })
    }
}

/// Which of the paths are in the table.
fn scope(summary: &Rows, query: &RowsQuery) -> String {
    let (matched, loaded) = (summary.matched, count(summary.loaded));
    let part_of = if summary.complete { texts::part_of_paths } else { texts::part_of_first_paths };
    if !summary.has_all_compared() || summary.compared.is_some() && !summary.complete {
        // The table says what the view lacks.
        String::new()
    } else if query.view.is_some() {
        part_of(&counts::pages(matched, &count(matched)), &loaded)
    } else if query.by_folder {
        let in_paths = if summary.complete { texts::folders_in_paths } else { texts::folders_in_first_paths };
        in_paths(&counts::folders(matched, &count(matched)), &loaded)
    } else if query.has_filter() {
        part_of(&count(matched), &loaded)
    } else if summary.complete {
        texts::all_paths(&loaded)
    } else {
        texts::first_paths(&loaded)
    }
}
