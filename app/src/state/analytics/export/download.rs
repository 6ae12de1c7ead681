//! One download of an export: from its start, or from where the one before was interrupted.

use docket_wire::{ProjectId, RowsQuery, Span};
use js_sys::Array;

use super::chunks::{table_alone, without_end};
use super::state::{ExportInterruption, ExportState};
use crate::api::{Api, ApiError, Download};
use crate::browser::file;
use crate::format::analytics::{ExportFormat, ExportTrailer, RowCounter};
use crate::texts::analytics::export as texts;

/// No trailer is longer than this.
const TRAILER_BYTES_MAX: usize = 1000;

/// What is exported.
#[derive(Clone, PartialEq)]
pub(super) struct ExportRequest {
    pub(super) span: Span,
    pub(super) query: RowsQuery,
    pub(super) format: ExportFormat,
}

/// An incomplete file.
#[derive(Clone)]
pub(super) struct PartialExport {
    pub(super) request: ExportRequest,
    chunks: Array,
    pub(super) rows: u64,
    file_name: String,
    table: Option<String>,
}

/// Downloads until the end or an interruption. Returns the file so far, and its trailer if it has one. `show` learns how many rows there
/// are after each chunk.
pub(super) async fn download(
    api: Api,
    project: &ProjectId,
    request: ExportRequest,
    interrupted: Option<PartialExport>,
    show: impl Fn(u64),
) -> Result<(PartialExport, Option<ExportTrailer>), ApiError> {
    let resume_from = interrupted.as_ref().and_then(|export| Some((export.table.clone()?, export.rows)));
    let download: Download =
        api.export(project, &request.span, &request.query, request.format, resume_from).await?;
    // A copy of the chunks: this download may fail, and the next one begins where this one did.
    let before = interrupted.map(|export| PartialExport { chunks: without_end(&export.chunks, 0), ..export });
    let mut export = before.unwrap_or_else(|| PartialExport {
        chunks: Array::new(),
        rows: 0,
        file_name: download.file_name().unwrap_or_else(|| format!("visitors.{}", request.format.as_str())),
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
        tail = if bytes.len() < TRAILER_BYTES_MAX { [tail, bytes].concat() } else { bytes };
        let surplus = tail.len().saturating_sub(TRAILER_BYTES_MAX);
        tail.drain(..surplus);
        export.chunks.push(&chunk);
        show(rows.count());
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

/// The state after a download, and what the next one can resume. `before` is what this one resumed.
pub(super) fn finish(
    result: Result<(PartialExport, Option<ExportTrailer>), ApiError>,
    before: Option<PartialExport>,
) -> (ExportState, Option<PartialExport>) {
    match (result, before) {
        (Ok((export, Some(trailer))), _) if trailer.is_complete => {
            let is_csv = export.request.format == ExportFormat::Csv;
            let chunks =
                if is_csv { table_alone(&export.chunks, trailer.length_bytes) } else { export.chunks };
            file::save(&chunks, &export.file_name);
            let ExportTrailer { rows, duplicates_dropped, .. } = trailer;
            (ExportState::Done { rows, duplicates_dropped }, None)
        }
        (Ok((export, Some(ExportTrailer { rows, retry_after_s, .. }))), _) => {
            let cause = retry_after_s.map_or(ExportInterruption::LoadFailed, ExportInterruption::MustWait);
            (ExportState::Interrupted { rows, cause }, Some(export))
        }
        (Ok((export, None)), _) if export.rows > 0 && export.table.is_some() => {
            let cause = ExportInterruption::ConnectionLost;
            (ExportState::Interrupted { rows: export.rows, cause }, Some(export))
        }
        (Ok((_, None)), _) => (ExportState::Failed(ApiError::local(texts::END_IS_MISSING)), None),
        (Err(error), Some(before)) if error.is_network() => {
            let cause = ExportInterruption::ConnectionLost;
            (ExportState::Interrupted { rows: before.rows, cause }, Some(before))
        }
        // The part of the file stays what it is while Docket restarts.
        (Err(error), Some(before)) if error.is_of_docket() => (
            ExportState::Interrupted { rows: before.rows, cause: ExportInterruption::LoadFailed },
            Some(before),
        ),
        (Err(error), _) => (ExportState::Failed(error), None),
    }
}
