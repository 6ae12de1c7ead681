//! Downloads all rows as a file that can be cancelled, and resumed where it was interrupted.

use docket_wire::{RowsQuery, Span};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast as _;

use super::selection::Selection;
use crate::api::{ApiError, Download};
use crate::browser::file;
use crate::format::analytics::{ExportTrailer, RowCounter, csv_table};
use crate::texts::analytics::export as texts;

/// The format of spreadsheets.
pub(crate) const CSV: &str = "csv";
/// The format with everything that is known of the rows.
pub(crate) const NDJSON: &str = "ndjson";

/// No trailer is longer than this.
const TRAILER_MAX_BYTES: usize = 1000;

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
    /// Incomplete. It can be resumed after `rows` rows, in so many seconds.
    Interrupted {
        rows: u64,
        retry_after_s: Option<u64>,
    },
    /// Failed, and cannot be resumed.
    Failed(ApiError),
}

#[derive(Clone)]
struct ExportRequest {
    span: Span,
    query: RowsQuery,
    format: &'static str,
}

/// An incomplete file.
#[derive(Clone)]
struct PartialExport {
    request: ExportRequest,
    chunks: Array,
    rows: u64,
    file_name: String,
    table: Option<String>,
}

/// Starts, resumes and cancels an export. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(crate) struct ExportControl {
    selection: Selection,
    state: RwSignal<ExportState>,
    /// Number of the latest export. A download stops when it is no longer its own, or when the page has been left.
    run_id: StoredValue<u32>,
    interrupted: StoredValue<Option<PartialExport>, LocalStorage>,
}

impl ExportControl {
    pub(crate) fn new(selection: Selection) -> Self {
        Self {
            selection,
            state: RwSignal::new(ExportState::Idle),
            run_id: StoredValue::new(0),
            interrupted: StoredValue::new_local(None),
        }
    }

    /// The state of the latest export.
    pub(crate) fn state(self) -> ReadSignal<ExportState> {
        self.state.read_only()
    }

    /// Starts an export of the selected rows in `format`: [`CSV`] or [`NDJSON`].
    pub(crate) fn start(self, format: &'static str) {
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
        self.run_id.update_value(|run_id| *run_id += 1);
        self.state.set(ExportState::Idle);
    }

    fn run(self, request: ExportRequest, interrupted: Option<PartialExport>) {
        let run_id = self.run_id.get_value() + 1;
        self.run_id.set_value(run_id);
        self.state.set(ExportState::Running { rows: interrupted.as_ref().map_or(0, |export| export.rows) });
        spawn_local(async move {
            let result = self.download(run_id, request, interrupted.clone()).await;
            if self.is_current(run_id) {
                let (state, interrupted) = finish(result, interrupted);
                self.interrupted.set_value(interrupted);
                self.state.set(state);
                let project = self.selection.project.get_value();
                self.selection.refresh_budget(&project).await;
            }
        });
    }

    fn is_current(self, run_id: u32) -> bool {
        self.run_id.try_get_value() == Some(run_id)
    }

    async fn download(
        self,
        run_id: u32,
        request: ExportRequest,
        interrupted: Option<PartialExport>,
    ) -> Result<(PartialExport, Option<ExportTrailer>), ApiError> {
        let resume_from = interrupted.as_ref().and_then(|export| Some((export.table.clone()?, export.rows)));
        let api = self.selection.console.api;
        let project = self.selection.project.get_value();
        let download: Download =
            api.export(&project, &request.span, &request.query, request.format, resume_from).await?;
        // A copy of the chunks: this download may fail, and the next one begins where this one did.
        let before =
            interrupted.map(|export| PartialExport { chunks: without_end(&export.chunks, 0), ..export });
        let mut export = before.unwrap_or_else(|| PartialExport {
            chunks: Array::new(),
            rows: 0,
            file_name: download.file_name().unwrap_or_else(|| format!("visitors.{}", request.format)),
            table: download.table(),
            request,
        });
        let mut rows = RowCounter::new(export.rows);
        let mut tail = Vec::new();
        // A connection that breaks is an end without a trailer.
        while let Ok(Some(chunk)) = download.next().await {
            let bytes = chunk.to_vec();
            rows.read(&bytes);
            // A trailer can be split over several chunks.
            tail = if bytes.len() < TRAILER_MAX_BYTES { [tail, bytes].concat() } else { bytes };
            let surplus = tail.len().saturating_sub(TRAILER_MAX_BYTES);
            tail.drain(..surplus);
            export.chunks.push(&chunk);
            if !self.is_current(run_id) {
                break;
            }
            self.state.set(ExportState::Running { rows: rows.count() });
        }
        let trailer = ExportTrailer::parse(&String::from_utf8_lossy(&tail));
        // The resumed download brings a trailer of its own.
        let cut = match &trailer {
            Some(ExportTrailer { is_complete: true, .. }) => None,
            Some(ExportTrailer { rows, length_bytes, .. }) => Some((*rows, *length_bytes)),
            None => Some(rows.whole()),
        };
        if let Some((rows, length_bytes)) = cut {
            export.chunks = without_end(&export.chunks, length_bytes);
            export.rows = rows;
        }
        Ok((export, trailer))
    }
}

/// The state after a download, and what the next one can resume. `before` is what this one resumed.
fn finish(
    result: Result<(PartialExport, Option<ExportTrailer>), ApiError>,
    before: Option<PartialExport>,
) -> (ExportState, Option<PartialExport>) {
    match (result, before) {
        (Ok((export, Some(trailer))), _) if trailer.is_complete => {
            let is_csv = export.request.format == CSV;
            let chunks =
                if is_csv { table_alone(&export.chunks, trailer.length_bytes) } else { export.chunks };
            file::save(&chunks, &export.file_name);
            let ExportTrailer { rows, duplicates_dropped, .. } = trailer;
            (ExportState::Done { rows, duplicates_dropped }, None)
        }
        (Ok((export, Some(ExportTrailer { rows, retry_after_s, .. }))), _) => {
            (ExportState::Interrupted { rows, retry_after_s }, Some(export))
        }
        (Ok((export, None)), _) if export.rows > 0 && export.table.is_some() => {
            (ExportState::Interrupted { rows: export.rows, retry_after_s: None }, Some(export))
        }
        (Ok((_, None)), _) => (ExportState::Failed(ApiError::local(texts::END_IS_MISSING)), None),
        (Err(error), Some(before)) if error.is_network => {
            (ExportState::Interrupted { rows: before.rows, retry_after_s: None }, Some(before))
        }
        (Err(error), _) => (ExportState::Failed(error), None),
    }
}

/// A CSV file without the comment lines before and after its table, which the default import of a spreadsheet takes for
/// rows. That the file is complete is known, and its name says of what it is.
fn table_alone(chunks: &Array, end_bytes: u32) -> Array {
    let chunks = without_end(chunks, end_bytes);
    let mut head = Vec::new();
    // The head can be split over several chunks.
    while let Some(chunk) = chunks.shift().dyn_ref::<Uint8Array>() {
        head.extend(chunk.to_vec());
        if let Some(table) = csv_table(&head) {
            chunks.unshift(&Uint8Array::from(table.as_slice()));
            break;
        }
    }
    chunks
}

/// A copy of `chunks` without its last `length_bytes` bytes.
fn without_end(chunks: &Array, mut length_bytes: u32) -> Array {
    let chunks = chunks.slice(0, chunks.length());
    while length_bytes > 0 && chunks.length() > 0 {
        let chunk = Uint8Array::from(chunks.pop());
        if chunk.length() > length_bytes {
            chunks.push(&chunk.slice(0, chunk.length() - length_bytes));
            break;
        }
        length_bytes -= chunk.length();
    }
    chunks
}
