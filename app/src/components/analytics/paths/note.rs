//! What the paths table shows, in a sentence above it.

use docket_wire::{Rows, RowsQuery};
use leptos::prelude::*;

use crate::format::number::{count, counted};
use crate::state::analytics::path_rows::LoadedRows;
use crate::ui::At;

/// Which paths the table shows, and what to know about the numbers.
#[component]
pub(super) fn PathsNote(loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    move || {
        loaded.with(|loaded| {
            let LoadedRows { key, summary, .. } = loaded.as_ref()?;
            let sorted = key.query.sort.is_some().then(|| {
                format!(" Sorted within the {} loaded paths.", count(summary.loaded))
            });
            let folders = key.query.by_folder.then_some(
                " Unique visitors cannot be added up: a folder has at least as many as its most visited page.",
            );
            let duplicates = (summary.duplicates_dropped > 0).then(|| {
                format!(" {} removed.", counted(summary.duplicates_dropped, "duplicate row", "duplicate rows"))
            });
            let totals_changed =
                summary.totals_changed.then_some(" The totals changed while the paths were loading.");
            let stale = summary.stale.then(|| {
                view! { <span class="interval__doubt">" Could not refresh."</span> }
            });
            Some(view! {
                <p class="paths-note" role="status">
                    {scope(summary, &key.query)} {sorted} {folders} {duplicates} {totals_changed} " Loaded " <At at=summary.fetched_to/> "." {stale}
                </p>
            })
        })
    }
}

/// Which of the paths are in the table.
fn scope(summary: &Rows, query: &RowsQuery) -> String {
    let (matched, loaded) = (summary.matched, count(summary.loaded));
    let paths =
        if summary.complete { format!("{loaded} paths") } else { format!("the first {loaded} paths") };
    if !summary.has_all_compared() || summary.compared.is_some() && !summary.complete {
        // The table says what the view lacks.
        String::new()
    } else if query.view.is_some() {
        format!("{} of {paths}.", counted(matched, "page", "pages"))
    } else if query.by_folder {
        format!("{} in {paths}.", counted(matched, "folder", "folders"))
    } else if query.has_filter() {
        format!("{} of {paths}.", count(matched))
    } else if summary.complete {
        format!("All {paths}.")
    } else {
        format!("Showing {paths}.")
    }
}
