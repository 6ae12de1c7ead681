//! Buttons that export all rows as a file, and the progress of the export.

use leptos::prelude::*;

use crate::components::error_notice::ErrorNotice;
use crate::format::number::counted;
use crate::format::time::duration;
use crate::state::analytics::export::{ExportControl, ExportState};
use crate::state::analytics::selection::Selection;

/// Starts an export, shows its progress, and offers to cancel or resume it.
#[component]
pub(super) fn ExportButtons(selection: Selection) -> impl IntoView {
    let control = ExportControl::new(selection);
    let state = control.state();
    let status = move || match state.get() {
        ExportState::Idle => ().into_any(),
        ExportState::Running { rows } => view! {
            <p role="status">"Exporting: " {counted(rows, "row", "rows")} " so far."</p>
            <button type="button" class="button" on:click=move |_| control.cancel()>"Cancel export"</button>
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
                <button type="button" class="button" on:click=move |_| control.resume()>"Resume"</button>
            }
            .into_any()
        }
        ExportState::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    };
    view! {
        <div class="export" role="group" aria-label="Export">
            <button type="button" class="button" on:click=move |_| control.start("csv")>"Export CSV"</button>
            <button type="button" class="button" on:click=move |_| control.start("ndjson")>"Export NDJSON"</button>
            <div class="export__state">{status}</div>
        </div>
    }
}
