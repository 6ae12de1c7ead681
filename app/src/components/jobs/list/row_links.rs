//! The links in rows to the jobs with the same label or author.

use docket_wire::JobId;
use leptos::prelude::*;

use crate::browser::page;
use crate::paths;
use crate::state::bulk::selection;

/// Lets the links keep the selection, as the filters above the list do. The rows are in the first view, and know nothing of the
/// selection: a link gets it when a person presses it.
pub(super) fn keep_selection(selected: RwSignal<Vec<JobId>>) {
    for event in ["pointerdown", "keydown"] {
        let listener = window_event_listener_untyped(event, move |event| {
            let Some(link) = page::closest(&event, "a.jobs__filter") else { return };
            let href = link.get_attribute("href").unwrap_or_default();
            let (path, query) = href.split_once('?').unwrap_or((&href, ""));
            let query = selected.with_untracked(|ids| selection::query(query, ids, paths::encoded));
            // Fails only for an invalid name.
            let _ = link.set_attribute("href", &paths::with_query(path, &query));
        });
        on_cleanup(move || listener.remove());
    }
}
