//! Buttons that save what the table of paths shows, while that is not all pages.

use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::format::analytics::ExportFormat;
use crate::format::number::count;
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;
use crate::state::analytics::view_export::{ViewExport, ViewExportState};
use crate::texts::analytics::{counts, export as texts};
use crate::texts::general;

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
    let lacks_paths =
        Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().is_some_and(LoadedRows::lacks_paths)));
    // The table says the same.
    let no_pages =
        move || if lacks_paths.get() { texts::PAGES_OF_VIEW_UNKNOWN } else { texts::NO_PAGES_OF_VIEW };
    let key = Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().map(|loaded| loaded.key.clone())));
    Effect::new(move |before: Option<_>| {
        let now = key.get();
        if before.is_some_and(|before| before != now) {
            export.forget_complete();
        }
        now
    });
    let start = move |format| {
        if let Some(key) = key.get_untracked() {
            export.start(key, format);
        }
    };
    let status = move || match state.get() {
        ViewExportState::Idle => ().into_any(),
        ViewExportState::Running => texts::EXPORTING.into_any(),
        ViewExportState::Done(rows) => {
            let rows = rows as u64;
            texts::table_exported(&counts::rows(rows, &count(rows))).into_any()
        }
        ViewExportState::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    };
    move || {
        let is_by_folder = is_by_folder.get()?;
        let no_rows = move || if is_by_folder { texts::NO_FOLDERS } else { no_pages() };
        let (text, csv, ndjson) = if is_by_folder {
            (texts::ONLY_FOLDERS, texts::CSV_OF_FOLDERS, texts::NDJSON_OF_FOLDERS)
        } else {
            (texts::ONLY_VIEW, texts::CSV_OF_VIEW, texts::NDJSON_OF_VIEW)
        };
        Some(view! {
            <div class="export__cost" role="group" aria-label=texts::EXPORT_OF_TABLE>
                <Show when=move || has_rows.get() fallback=move || no_rows>
                    {text} " "
                    <button type="button" class="button button--small" aria-label=csv aria-keyshortcuts="," title=general::shortcut(",") on:click=move |_| start(ExportFormat::Csv)>{texts::CSV}</button>
                    " "
                    <button type="button" class="button button--small" aria-label=ndjson aria-keyshortcuts=";" title=general::shortcut(";") on:click=move |_| start(ExportFormat::Ndjson)>{texts::NDJSON}</button>
                </Show>
                " "
                <span role="status">{status}</span>
            </div>
        })
    }
}
