//! Writes the rows of an export: those in the service's order page by page as they load, sorted or filtered ones once all
//! pages are loaded.

use std::rc::Rc;

use docket_wire::{Span, UnixMs};

use super::{ExportEnd, ExportQuery, ExportWriter, Format};
use crate::analytics::reads::{PageLoad, Shown, TargetTable};
use crate::analytics::tables::{Entry, Table, TableKey};
use crate::analytics::{Analytics, FetchError, FetchResult, Lookup, Operation, Step};
use crate::storage::Database;

/// Sorted or filtered rows in one chunk.
const ROWS_AT_ONCE: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportChunk {
    /// Text that follows the previous chunk.
    Text(String),
    /// The file has ended, and its last line says whether it is complete.
    End,
    /// Some rows could not be loaded, and the format has no line that says so: the connection has to be broken.
    Broken,
}

/// A running export. It outputs one chunk after the other.
#[derive(Debug)]
pub struct ExportRun {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: Lookup,
    table: Table,
    is_stale: bool,
    file: ExportWriter,
    load: Option<PageLoad>,
    stage: Stage,
    fault: Option<FetchError>,
}

#[derive(Debug)]
enum Stage {
    /// Nothing is written yet.
    Head,
    /// Rows are written in the service's order. Earlier parts of the file have the first `skip` rows from page `next`
    /// on.
    Pages { next: u32, skip: u64 },
    /// All pages are loaded before rows are sorted or filtered.
    Load { next: u32 },
    /// Sorted or filtered rows are written.
    Chosen { rows: Option<Rc<[Entry]>>, written: usize },
    /// All rows that could be loaded are written.
    End(ExportEnd),
    /// The last line is written, or the format has none.
    Over(ExportChunk),
}

impl ExportRun {
    pub(super) fn new(key: TableKey, span: Span, query: ExportQuery, lookup: Lookup, shown: Shown) -> Self {
        let Shown { table, is_stale } = shown;
        Self {
            file: ExportWriter::behind(query.format, query.row),
            lookup: Lookup { force_refresh: false, ..lookup },
            key,
            span,
            query,
            table,
            is_stale,
            load: None,
            stage: Stage::Head,
            fault: None,
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

    /// The number of rows in the table, if it is known and the query claims that earlier parts have more.
    #[must_use]
    pub fn rows_exceeded(&self) -> Option<u64> {
        (self.table.is_complete() && self.query.row > self.table.rows).then_some(self.table.rows)
    }

    #[must_use]
    pub fn format(&self) -> Format {
        self.query.format
    }

    /// Takes the internal error that ended the file, for the log.
    pub fn take_fault(&mut self) -> Option<FetchError> {
        self.fault.take()
    }

    /// Ensures that a page is loaded. Returns the request that this needs, if any.
    fn load<D: Database>(
        &mut self,
        page: u32,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<Step<ExportChunk>>, FetchError> {
        let target = TargetTable::Id(self.table.id);
        let load = self
            .load
            .get_or_insert_with(|| PageLoad::new(self.key.clone(), target, page, self.lookup.clone()));
        Ok(match load.step(analytics, now)? {
            Step::Fetch(request) => Some(Step::Fetch(request)),
            Step::Prefetch(request) => Some(Step::Prefetch(request)),
            Step::Done(table) => {
                self.table = table;
                self.load = None;
                None
            }
        })
    }

    /// Writes the next piece. Returns a step if a request has to come first, or the file has ended.
    fn advance<D: Database>(
        &mut self,
        text: &mut String,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<Step<ExportChunk>>, FetchError> {
        match &mut self.stage {
            Stage::Head => {
                if self.query.row == 0 {
                    text.push_str(&self.file.head(&self.span, &self.key, &self.query, &self.table));
                }
                // The head is a chunk of its own, so that the download starts before all pages are loaded.
                self.stage = match self.query.rows.needs_all() {
                    true => Stage::Load { next: 0 },
                    false => Stage::Pages { next: 0, skip: self.query.row },
                };
            }
            Stage::Pages { next, skip } => {
                let (page, skip) = (*next, *skip);
                if let Some(step) = self.load(page, analytics, now)? {
                    return Ok(Some(step));
                }
                self.write_page(page, skip, text, analytics)?;
            }
            Stage::Load { next } => {
                let page = *next;
                if !self.table.is_complete() && self.table.last_page.is_none_or(|last| page <= last) {
                    if let Some(step) = self.load(page, analytics, now)? {
                        return Ok(Some(step));
                    }
                    self.stage = Stage::Load { next: page.saturating_add(1) };
                } else {
                    self.stage = Stage::Chosen { rows: None, written: 0 };
                }
            }
            Stage::Chosen { rows, written } => {
                let (rows, written) = (rows.take(), *written);
                self.write_chosen(rows, written, text, analytics)?;
            }
            Stage::End(end) => {
                text.push_str(&self.file.end(*end, &self.table));
                self.stage = Stage::Over(ExportChunk::End);
            }
            Stage::Over(chunk) => return Ok(Some(Step::Done(chunk.clone()))),
        }
        Ok(None)
    }

    /// Writes the rows of a page that is loaded, without the first `skip` ones.
    fn write_page<D: Database>(
        &mut self,
        page: u32,
        skip: u64,
        text: &mut String,
        analytics: &Analytics<D>,
    ) -> Result<(), FetchError> {
        let entries = analytics.tables().page(self.table.id, page)?.unwrap_or_default();
        let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        let remaining = usize::try_from(skip).ok().and_then(|skip| entries.get(skip..));
        self.write(remaining.unwrap_or_default(), text, analytics)?;
        self.stage = if self.table.last_page.is_some_and(|last| page >= last) {
            self.file.uncount(skip.saturating_sub(count));
            Stage::End(ExportEnd::Whole)
        } else {
            Stage::Pages { next: page.saturating_add(1), skip: skip.saturating_sub(count) }
        };
        Ok(())
    }

    /// Writes the next sorted or filtered rows. They are chosen the first time.
    fn write_chosen<D: Database>(
        &mut self,
        rows: Option<Rc<[Entry]>>,
        written: usize,
        text: &mut String,
        analytics: &Analytics<D>,
    ) -> Result<(), FetchError> {
        // The dictionary's ids keep their meaning only as long as the table is stored.
        if analytics.tables().by_id(self.table.id, &self.key)?.is_none() {
            return Err(FetchError::TableExpired);
        }
        let (rows, written) = match rows {
            Some(rows) => (rows, written),
            None => {
                let rows = analytics.tables().choose(&self.table, None, &self.query.rows)?.entries;
                let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
                self.file.uncount(self.query.row.saturating_sub(count));
                (rows, usize::try_from(self.query.row).unwrap_or(usize::MAX))
            }
        };
        let rest = rows.get(written..).unwrap_or_default();
        let batch = rest.get(..ROWS_AT_ONCE).unwrap_or(rest);
        self.write(batch, text, analytics)?;
        self.stage = match batch.len() {
            0 => Stage::End(ExportEnd::Whole),
            count => Stage::Chosen { written: written.saturating_add(count), rows: Some(rows) },
        };
        Ok(())
    }

    fn write<D: Database>(
        &mut self,
        entries: &[Entry],
        text: &mut String,
        analytics: &Analytics<D>,
    ) -> Result<(), FetchError> {
        self.file.write(&analytics.tables().rows(entries)?, text);
        Ok(())
    }

    /// Ends the file before all rows are written.
    fn cut(&mut self, error: FetchError) {
        let retry_after_s = match &error {
            FetchError::Exhausted(exhausted) => Some(exhausted.wait_s),
            FetchError::Upstream(failure) => failure.retry_after_s().map(u64::from),
            FetchError::TableExpired | FetchError::Storage(_) | FetchError::Dropped => {
                self.fault = Some(error);
                None
            }
        };
        self.stage = match self.query.format {
            Format::PlainCsv => Stage::Over(ExportChunk::Broken),
            Format::Csv | Format::Ndjson => Stage::End(ExportEnd::Cut { retry_after_s }),
        };
    }
}

impl<D: Database> Operation<D> for ExportRun {
    type Output = ExportChunk;

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<ExportChunk>, FetchError> {
        let mut text = String::new();
        while text.is_empty() {
            match self.advance(&mut text, analytics, now) {
                Ok(None) => {}
                Ok(Some(step)) => return Ok(step),
                Err(error) => self.cut(error),
            }
        }
        Ok(Step::Done(ExportChunk::Text(text)))
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let applied = match &mut self.load {
            Some(load) => load.apply(analytics, fetched, now),
            None => Ok(()),
        };
        if let Err(error) = applied {
            self.cut(error);
        }
        Ok(())
    }
}
