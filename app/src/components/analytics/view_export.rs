//! Buttons that save what the table of paths shows, while that is not all pages.

use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::format::number::counted;
use crate::state::analytics::export::{CSV, NDJSON};
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;
use crate::state::analytics::view_export::{ViewExport, ViewExportState};

/// Saves the rows of a view, or the folders. The other buttons export all pages.
#[component]
pub(super) fn ViewExportButtons(
    selection: Selection,
    loaded: ReadSignal<Option<LoadedRows>>,
) -> impl IntoView {
    let export = ViewExport::new(selection);
    let state = export.state();
    // Only this, so that the buttons stay while somebody types a filter.
    let is_by_folder = Memo::new(move |_| {
        let rows = selection.view().rows;
        (rows.view.is_some() || rows.by_folder).then_some(rows.by_folder)
    });
    // What is saved is what the table shows, whatever the person selects meanwhile.
    let has_rows =
        Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().is_some_and(|loaded| loaded.count() > 0)));
    let start = move |format| {
        if let Some(key) = loaded.with_untracked(|loaded| loaded.as_ref().map(|loaded| loaded.key.clone())) {
            export.start(key, format);
        }
    };
    let status = move || match state.get() {
        ViewExportState::Idle => ().into_any(),
        ViewExportState::Running => "Exporting.".into_any(),
        ViewExportState::Done(rows) => {
            view! { {counted(rows as u64, "row", "rows")} " of this table exported." }.into_any()
        }
        ViewExportState::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    };
    move || {
        let (words, what) = if is_by_folder.get()? {
            ("These exports have pages. Only the folders of the table:", "folders")
        } else {
            ("These exports have all pages. Only those of the view:", "view")
        };
        Some(view! {
            <div class="export__cost" role="group" aria-label="Export of the table">
                {words}
                <Show when=move || has_rows.get() fallback=|| " none yet.">
                    " "
                    <button type="button" class="button button--small" aria-label=format!("CSV of the {what}") on:click=move |_| start(CSV)>"CSV"</button>
                    " "
                    <button type="button" class="button button--small" aria-label=format!("NDJSON of the {what}") on:click=move |_| start(NDJSON)>"NDJSON"</button>
                </Show>
                " "
                <span role="status">{status}</span>
            </div>
        })
    }
}
