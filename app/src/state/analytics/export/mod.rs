//! Downloads all rows as a file that can be cancelled, and resumed where it was interrupted.

mod chunks;
mod download;

use docket_wire::RowsQuery;
use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use leptos::task::spawn_local;

use self::download::{ExportRequest, PartialExport, finish};
use super::selection::Selection;
use crate::api::ApiError;
use crate::format::analytics::ExportFormat;

/// Why an export is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExportInterruption {
    /// No request to the service is allowed for so many seconds.
    MustWait(u64),
    /// The edge could not load more rows.
    LoadFailed,
    /// The connection to the edge was lost.
    ConnectionLost,
}

#[derive(Debug, Clone)]
pub(crate) enum ExportState {
    Idle,
    /// Under way, with so many rows so far.
    Running {
        rows: u64,
    },
    /// Saved by the browser.
    Done {
        rows: u64,
        duplicates_dropped: u64,
    },
    /// Incomplete. It can be resumed after `rows` rows.
    Interrupted {
        rows: u64,
        cause: ExportInterruption,
    },
    /// Failed, and cannot be resumed.
    Failed(ApiError),
}

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

    /// Starts an export of the selected rows in `format`. Does nothing while another export is under way, because its rows would be
    /// lost.
    pub(crate) fn start(self, format: ExportFormat) {
        if self.state.with_untracked(|state| matches!(state, ExportState::Running { .. })) {
            return;
        }
        let request = self.selection.request.get_untracked();
        if let Some(request) = request {
            self.run(
                ExportRequest { span: request.span, query: RowsQuery { view: None, ..request.rows }, format },
                None,
            );
        }
    }

    pub(crate) fn resume(self) {
        if let Some(interrupted) = self.interrupted.get_value() {
            self.run(interrupted.request.clone(), Some(interrupted));
        }
    }

    pub(crate) fn cancel(self) {
        self.stop();
        self.state.set(ExportState::Idle);
    }

    fn run(self, request: ExportRequest, interrupted: Option<PartialExport>) {
        self.state.set(ExportState::Running { rows: interrupted.as_ref().map_or(0, |export| export.rows) });
        let (download, handle) = abortable(self.download(request, interrupted.clone()));
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
