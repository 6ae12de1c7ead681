//! Buttons that export all rows as a file, and the progress of the export.

use leptos::prelude::*;

use super::view_export::ViewExportButtons;
use crate::browser::page;
use crate::components::error_notice::ErrorNotice;
use crate::format::analytics::requests_text;
use crate::format::number::counted;
use crate::format::time::duration;
use crate::state::analytics::export::{CSV, ExportControl, ExportState, NDJSON};
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;

/// The first button.
const EXPORT_BUTTON: &str = ".export button";

/// Starts an export, says what it costs, shows its progress, and offers to cancel or resume it.
#[component]
pub(super) fn ExportButtons(selection: Selection, loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    let control = ExportControl::new(selection);
    let state = control.state();
    // The buttons go away with what they end or begin.
    let keep_focus = || page::focus_if_on("body", vec![EXPORT_BUTTON.to_owned()]);
    let cancel = move |_| {
        keep_focus();
        control.cancel();
    };
    let resume = move |_| {
        keep_focus();
        control.resume();
    };
    let status = move || {
        match state.get() {
        ExportState::Idle => ().into_any(),
        // Only the begin and the end are announced: a screen reader would repeat the number for seconds.
        ExportState::Running { rows } => view! {
            <p aria-hidden="true">"Exporting: " {counted(rows, "row", "rows")} " so far."</p>
            <button type="button" class="button" aria-keyshortcuts="q" title="Shortcut: q" on:click=cancel>"Cancel export"</button>
        }
        .into_any(),
        ExportState::Done { rows, duplicates_dropped } => {
            let duplicates = (duplicates_dropped > 0)
                .then(|| format!(" {} removed.", counted(duplicates_dropped, "duplicate", "duplicates")));
            view! { <p role="status">{counted(rows, "row", "rows")} " exported." {duplicates}</p> }.into_any()
        }
        ExportState::Interrupted { rows, retry_after_s } => {
            let when = retry_after_s
                .and_then(|s| i64::try_from(s).ok())
                .map(|s| format!(" More rows are available in {}.", duration(s.saturating_mul(1000))));
            view! {
                <p role="alert">"Export interrupted after " {counted(rows, "row", "rows")} ": the request budget is used up, or the service failed." {when}</p>
                <button type="button" class="button" aria-keyshortcuts="." title="Shortcut: ." on:click=resume>"Resume"</button>
            }
            .into_any()
        }
        ExportState::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    }
    };
    let is_running = Memo::new(move |_| state.with(|state| matches!(state, ExportState::Running { .. })));
    let begun = move || is_running.get().then_some("Exporting.");
    // A person should know before an export that it spends requests of everybody.
    let cost = move || {
        let cost = loaded.with(|loaded| {
            let summary = &loaded.as_ref()?.summary;
            (!summary.complete).then_some(summary.cost)
        })?;
        let requests = cost.map_or_else(String::new, |cost| format!("{}, ", requests_text(&cost)));
        Some(
            view! { <p id="export-cost" class="export__cost">"Exporting loads the other paths: " {requests} "1 request per 250."</p> },
        )
    };
    view! {
        <div class="export" role="group" aria-label="Export">
            <button type="button" class="button" aria-describedby="export-cost" aria-keyshortcuts="d" title="Shortcut: d" on:click=move |_| control.start(CSV)>"Export CSV"</button>
            <button type="button" class="button" aria-describedby="export-cost" aria-keyshortcuts="n" title="Shortcut: n" on:click=move |_| control.start(NDJSON)>"Export NDJSON"</button>
            {cost}
            <ViewExportButtons selection=selection loaded=loaded/>
            <p class="visually-hidden" role="status">{begun}</p>
            <div class="export__state">{status}</div>
        </div>
    }
}
