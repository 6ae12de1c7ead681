//! Buttons that export all rows as a file, and the progress of the export.

use docket_wire::BackfillCost;
use leptos::prelude::*;

use super::view_export::ViewExportButtons;
use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::format::analytics::{ExportFormat, requests_text};
use crate::format::locale::day_range;
use crate::format::number::count;
use crate::format::time::duration_of;
use crate::state::analytics::export::{ExportControl, ExportInterruption, ExportState};
use crate::state::analytics::path_rows::LoadedRows;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::{counts, export as texts};
use crate::texts::general;

/// The first button.
const EXPORT_BUTTON: &str = ".export button";

/// Starts an export, says what it costs, shows its progress, and offers to cancel or resume it.
#[component]
pub(super) fn ExportButtons(
    selection: Selection,
    loaded: ReadSignal<Option<LoadedRows>>,
    /// Loads the table again.
    refresh: Callback<()>,
) -> impl IntoView {
    let on_end = Callback::new(move |()| {
        if loaded.with_untracked(|loaded| loaded.as_ref().is_some_and(LoadedRows::lacks_paths)) {
            refresh.run(());
        }
    });
    let control = ExportControl::new(selection, on_end);
    let state = control.state();
    // What was exported is not what the page shows any more.
    Effect::new(move |before: Option<_>| {
        let now = selection.request.get();
        if before.is_some_and(|before| before != now) {
            control.forget_complete();
        }
        now
    });
    let is_running = Memo::new(move |_| state.with(|state| matches!(state, ExportState::Running { .. })));
    let disabled = move || is_running.get().then_some("true");
    let spends = move || loaded.with(|loaded| costs(loaded.as_ref()).map(|_| ""));
    let begun = move || is_running.get().then_some(texts::EXPORTING);
    view! {
        <div class="export" role="group" aria-label=texts::EXPORT>
            <button type="button" class="button" aria-describedby="export-cost" data-spends=spends aria-keyshortcuts="d" title=general::shortcut("d") aria-disabled=disabled on:click=move |_| control.start(ExportFormat::Csv)>{texts::EXPORT_CSV}</button>
            <button type="button" class="button" aria-describedby="export-cost" data-spends=spends aria-keyshortcuts="n" title=general::shortcut("n") aria-disabled=disabled on:click=move |_| control.start(ExportFormat::Ndjson)>{texts::EXPORT_NDJSON}</button>
            <ExportCost loaded=loaded/>
            <ViewExportButtons selection=selection loaded=loaded/>
            <p class="visually-hidden" role="status">{begun}</p>
            <div class="export__state"><ExportProgress control=control/></div>
        </div>
    }
}

/// Whether an export spends requests, and how many if that is known.
fn costs(loaded: Option<&LoadedRows>) -> Option<Option<BackfillCost>> {
    let summary = &loaded?.summary;
    (!summary.complete).then_some(summary.cost)
}

/// That an export loads the other paths first: a person should know before that it spends requests of everybody.
#[component]
fn ExportCost(loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    move || {
        let cost = loaded.with(|loaded| costs(loaded.as_ref()))?;
        let text = cost.map_or_else(
            || texts::LOADS_OTHER_PATHS.to_owned(),
            |cost| texts::loads_other_paths(&requests_text(&cost)),
        );
        Some(view! { <p id="export-cost" class="export__cost">{text}</p> })
    }
}

/// How far the export is, or what became of it, with the ways on.
#[component]
fn ExportProgress(control: ExportControl) -> impl IntoView {
    let state = control.state();
    // The buttons go away with what they end or begin.
    let keep_focus = || focus::move_if_on("body", vec![EXPORT_BUTTON.to_owned()]);
    let cancel = move |_| {
        keep_focus();
        control.cancel();
    };
    let resume = move |_| {
        keep_focus();
        control.resume();
    };
    let running = move |rows: u64| {
        // Only the begin and the end are announced: a screen reader would repeat the number for seconds.
        view! {
            <p aria-hidden="true">{texts::so_far(&counts::rows(rows, &count(rows)))}</p>
            <button type="button" class="button" aria-keyshortcuts="q" title=general::shortcut("q") on:click=cancel>{texts::CANCEL_EXPORT}</button>
        }
    };
    let interrupted = move |rows: u64, cause: ExportInterruption| {
        let (cause, when) = reason(cause);
        let days = control
            .interrupted_span()
            .map(|span| texts::is_of_days(&day_range(span.from(), span.to()), span.zone().as_str()));
        view! {
            <p role="alert">{texts::interrupted_after(&counts::rows(rows, &count(rows)), cause)} " " {days} " " {when}</p>
            <button type="button" class="button" aria-keyshortcuts="." title=general::shortcut(".") on:click=resume>{texts::RESUME}</button>
            <button type="button" class="button" aria-keyshortcuts="q" title=general::shortcut("q") on:click=cancel>{texts::DISMISS}</button>
        }
    };
    move || match state.get() {
        ExportState::Idle => ().into_any(),
        ExportState::Running { rows } => running(rows).into_any(),
        ExportState::Done { rows, duplicates_dropped } => {
            let duplicates = counts::duplicates(duplicates_dropped, &count(duplicates_dropped));
            let duplicates = (duplicates_dropped > 0).then(|| (" ", texts::dropped(&duplicates)));
            view! { <p role="status">{texts::exported(&counts::rows(rows, &count(rows)))} {duplicates}</p> }
                .into_any()
        }
        ExportState::Interrupted { rows, cause } => interrupted(rows, cause).into_any(),
        ExportState::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    }
}

/// Why an export is incomplete, and when more rows can be loaded, if that is known.
fn reason(cause: ExportInterruption) -> (&'static str, Option<String>) {
    match cause {
        ExportInterruption::MustWait(wait_s) => {
            let wait = duration_of(wait_s.saturating_mul(1000));
            (texts::NO_MORE_REQUESTS, Some(texts::more_rows_in(&wait)))
        }
        ExportInterruption::LoadFailed => (texts::LOAD_FAILED, None),
        ExportInterruption::ConnectionLost => (texts::CONNECTION_LOST, None),
    }
}
