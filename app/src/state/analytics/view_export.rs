//! Saves what the table of paths shows as a file: the rows of a view, or folders.

use docket_wire::{Rows, RowsQuery};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::path_rows::{RowsKey, is_same_version};
use super::selection::Selection;
use crate::api::ApiError;
use crate::browser::file;
use crate::format::analytics::{ExportFormat, RowsFile};
use crate::texts::analytics::export as texts;

/// The state of the latest file.
#[derive(Debug, Clone)]
pub(crate) enum ViewExportState {
    /// No file has been asked for.
    Idle,
    /// Its rows are being read from Docket, which has them already.
    Running,
    /// Saved by the browser, with this many rows or folders.
    Done(usize),
    /// Not saved.
    Failed(ApiError),
}

/// Saves files, and has the state of the latest one. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct ViewExport {
    selection: Selection,
    state: RwSignal<ViewExportState>,
}

impl ViewExport {
    /// No file yet.
    pub(crate) fn new(selection: Selection) -> Self {
        Self { selection, state: RwSignal::new(ViewExportState::Idle) }
    }

    /// The state of the latest file.
    pub(crate) fn state(self) -> ReadSignal<ViewExportState> {
        self.state.read_only()
    }

    /// Forgets that a file is complete: the table shows other rows by now.
    pub(crate) fn forget_complete(self) {
        if self.state.with_untracked(|state| matches!(state, ViewExportState::Done(_))) {
            self.state.set(ViewExportState::Idle);
        }
    }

    /// Saves all rows of `key` in `format`, unless a file is under way.
    pub(crate) fn start(self, key: RowsKey, format: ExportFormat) {
        if self.state.with_untracked(|state| matches!(state, ViewExportState::Running)) {
            return;
        }
        self.state.set(ViewExportState::Running);
        spawn_local(async move {
            let state = match self.load(&key).await {
                Ok(file) => {
                    file::save_text(&file.text(format), &file.name(format));
                    ViewExportState::Done(file.len())
                }
                Err(error) => ViewExportState::Failed(error),
            };
            // The page may have been left meanwhile.
            self.state.try_set(state);
        });
    }

    async fn load(self, key: &RowsKey) -> Result<RowsFile, ApiError> {
        let (api, project) = (self.selection.console.api, self.selection.project.get_value());
        let part = async |offset: u64| {
            let query = RowsQuery { offset, limit: Some(RowsQuery::LIMIT_MAX), ..key.query.clone() };
            api.rows(&project, &key.span, &query, key.compare).await
        };
        let mut rows = part(0).await?;
        let mut offset = u64::from(RowsQuery::LIMIT_MAX);
        while rows.has_more {
            let next = part(offset).await?;
            if !is_same_version(&rows, &next) {
                return Err(ApiError::local(texts::ROWS_CHANGED));
            }
            append(&mut rows, next);
            offset += u64::from(RowsQuery::LIMIT_MAX);
        }
        let compared = key.compare.and_then(|compare| key.span.compared(compare).ok());
        Ok(RowsFile { project, span: key.span.clone(), compared, query: key.query.clone(), rows })
    }
}

/// Appends the rows that follow.
fn append(rows: &mut Rows, next: Rows) {
    rows.rows.extend(next.rows);
    rows.folders.extend(next.folders);
    if let (Some(compared), Some(next)) = (&mut rows.compared, next.compared) {
        compared.rows.extend(next.rows);
    }
    rows.has_more = next.has_more;
}
