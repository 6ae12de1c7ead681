//! The operation that writes an export.

mod advance;
mod stage;

use docket_wire::{Span, UnixMs};

use super::{ExportEnd, ExportQuery, ExportWriter, FileFormat};
use crate::analytics::reads::{PageLoad, ShownTable};
use crate::analytics::tables::{Table, TableKey};
use crate::analytics::{Analytics, FetchError, LookupOptions};
use crate::storage::{Database, DatabaseError};
pub use stage::ExportChunk;
use stage::Stage;

/// A running export. It outputs one chunk after the other.
#[derive(Debug)]
pub struct ExportRun {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: LookupOptions,
    table: Table,
    is_stale: bool,
    file: ExportWriter,
    load: Option<PageLoad>,
    stage: Stage,
    /// Whether a part of the file is written, so that an error is part of it, or breaks it.
    has_begun: bool,
    error: Option<FetchError>,
}

impl ExportRun {
    pub(super) fn new(
        key: TableKey,
        span: Span,
        query: ExportQuery,
        lookup: LookupOptions,
        shown: ShownTable,
    ) -> Self {
        let ShownTable { table, is_stale } = shown;
        Self {
            file: ExportWriter::resume_after(query.format, query.rows_before()),
            lookup: lookup.without_refresh(),
            key,
            span,
            query,
            table,
            is_stale,
            load: None,
            stage: Stage::Head,
            has_begun: false,
            error: None,
        }
    }

    /// The table of the export. Its id resumes an interrupted file.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether the table is past its freshness, because newer rows could not be fetched.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// The number of rows that earlier parts can have, if the query claims that they have more.
    pub fn rows_exceeded<D: Database>(&self, analytics: &Analytics<D>) -> Result<Option<u64>, DatabaseError> {
        let (query, row) = (&self.query.rows, self.query.rows_before());
        if row == 0 {
            return Ok(None);
        }
        let rows = match (query.needs_all(), self.table.is_complete()) {
            (false, _) => self.table.rows,
            // They are not written before all are loaded.
            (true, false) => 0,
            (true, true) => {
                let chosen = analytics.tables().choose(&self.table, None, query)?.entries;
                u64::try_from(chosen.len()).unwrap_or(u64::MAX)
            }
        };
        Ok((row > rows).then_some(rows))
    }

    /// The `Content-Type` of the file, or of this part of it.
    #[must_use]
    pub fn content_type(&self) -> &'static str {
        self.query.content_type()
    }

    /// Takes the internal error that ended the file, for the log.
    pub fn take_error(&mut self) -> Option<FetchError> {
        self.error.take()
    }

    /// Ends the file before all rows are written.
    ///
    /// # Errors
    /// If nothing is written yet, and the format has no line that says so.
    fn cut(&mut self, error: FetchError, now: UnixMs) -> Result<(), FetchError> {
        if self.query.format == FileFormat::PlainCsv && !self.has_begun {
            return Err(error);
        }
        let retry_after_s = match &error {
            FetchError::Exhausted(exhausted) => exhausted.retry_at.map(|at| at.wait_s(now)),
            FetchError::Upstream(failure) => failure.retry_after_s().map(u64::from),
            FetchError::TableExpired | FetchError::Storage(_) | FetchError::Dropped => {
                self.error = Some(error);
                None
            }
        };
        self.stage = match self.query.format {
            FileFormat::PlainCsv => Stage::Over(ExportChunk::Interrupted),
            FileFormat::Csv | FileFormat::Ndjson => Stage::End(ExportEnd::Interrupted { retry_after_s }),
        };
        Ok(())
    }
}
