//! Downloads all rows as a file that can be cancelled, and resumed where it was interrupted.

mod chunks;
mod download;
mod state;

use docket_wire::{RowsQuery, Span};
use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::download::{ExportRequest, PartialExport, download, finish};
pub(crate) use self::state::{ExportInterruption, ExportState};
use super::selection::Selection;
use crate::format::analytics::ExportFormat;

/// Starts, resumes and cancels an export. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct ExportControl {
    selection: Selection,
    state: RwSignal<ExportState>,
    /// Stops the download. Dropping its future aborts the request.
    running: StoredValue<Option<AbortHandle>>,
    interrupted: StoredValue<Option<PartialExport>, LocalStorage>,
    on_end: Callback<()>,
}

impl ExportControl {
    /// Runs `on_end` after each export: it may have loaded paths that the table lacks.
    pub(crate) fn new(selection: Selection, on_end: Callback<()>) -> Self {
        let control = Self {
            selection,
            state: RwSignal::new(ExportState::Idle),
            running: StoredValue::new(None),
            interrupted: StoredValue::new_local(None),
            on_end,
        };
        on_cleanup(move || control.stop());
        control
    }

    /// The state of the latest export.
    pub(crate) fn state(self) -> ReadSignal<ExportState> {
        self.state.read_only()
    }

    /// Forgets that an export is complete: the page shows other rows by now.
    pub(crate) fn forget_complete(self) {
        if self.state.with_untracked(|state| matches!(state, ExportState::Done { .. })) {
            self.state.set(ExportState::Idle);
        }
    }

    /// Starts an export of the selected rows in `format`, or resumes it if it was interrupted. Does nothing while another export is under
    /// way, because its rows would be lost.
    pub(crate) fn start(self, format: ExportFormat) {
        if self.state.with_untracked(|state| matches!(state, ExportState::Running { .. })) {
            return;
        }
        let Some(request) = self.selection.request.get_untracked() else { return };
        let query = RowsQuery { view: None, ..request.rows };
        let request = ExportRequest { span: request.span, query, format };
        let interrupted = self.interrupted.get_value().filter(|export| export.request == request);
        self.run(request, interrupted);
    }

    pub(crate) fn resume(self) {
        if let Some(interrupted) = self.interrupted.get_value() {
            self.run(interrupted.request.clone(), Some(interrupted));
        }
    }

    /// The days of the export that can be resumed: the page may show other ones by now.
    pub(crate) fn interrupted_span(self) -> Option<Span> {
        self.interrupted.with_value(|export| export.as_ref().map(|export| export.request.span.clone()))
    }

    /// Gives up an export that is under way or interrupted.
    pub(crate) fn cancel(self) {
        self.stop();
        self.interrupted.set_value(None);
        self.state.set(ExportState::Idle);
    }

    fn run(self, request: ExportRequest, interrupted: Option<PartialExport>) {
        self.state.set(ExportState::Running { rows: interrupted.as_ref().map_or(0, |export| export.rows) });
        let (api, project) = (self.selection.console.api, self.selection.project.get_value());
        let show = move |rows| self.state.set(ExportState::Running { rows });
        let before = interrupted.clone();
        let (download, handle) =
            abortable(async move { download(api, &project, request, before, show).await });
        self.running.set_value(Some(handle));
        spawn_local(async move {
            // Otherwise it was cancelled, or the page was left.
            if let Ok(result) = download.await {
                let (state, interrupted) = finish(result, interrupted);
                self.interrupted.set_value(interrupted);
                self.state.set(state);
            }
            // One that was cancelled has spent requests as well.
            if let Some(project) = self.selection.project.try_get_value() {
                self.selection.refresh_budget(&project).await;
                self.on_end.try_run(());
            }
        });
    }

    fn stop(self) {
        if let Some(running) = self.running.try_update_value(Option::take).flatten() {
            running.abort();
        }
    }
}
