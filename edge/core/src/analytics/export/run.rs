//! The operations of an export: find its table, then write its rows. Rows in the service's order are written page by
//! page as they load; sorted or filtered rows are written once all pages are loaded.

use std::rc::Rc;

use docket_wire::{Span, UnixMs};

use super::{ExportEnd, ExportQuery, ExportWriter, Format};
use crate::analytics::reads::{PageLoad, Shown, TableRead, TargetTable};
use crate::analytics::tables::{Entry, Table, TableKey};
use crate::analytics::{Analytics, FetchError, FetchResult, Lookup, Operation, Priority, Step};
use crate::storage::Database;

/// Sorted or filtered rows in one chunk.
const ROWS_AT_ONCE: usize = 500;

/// Finds the table of an export and loads its first page, or finds the table of an export that is resumed.
#[derive(Debug)]
pub struct ExportStart {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: Lookup,
    table: Option<TableRead>,
}

impl ExportStart {
    /// Creates the start of an export. Its requests have [`Priority::Export`], whatever `lookup` says.
    #[must_use]
    pub fn new(key: TableKey, span: Span, query: ExportQuery, lookup: Lookup) -> Self {
        let lookup = Lookup { priority: Priority::Export, ..lookup };
        Self { key, span, query, lookup, table: None }
    }

    fn run(&self, Shown { table, is_stale }: Shown) -> ExportRun {
        ExportRun {
            key: self.key.clone(),
            span: self.span.clone(),
            file: ExportWriter::behind(self.query.format, self.query.row),
            query: self.query.clone(),
            lookup: self.lookup.without_refresh(),
            table,
            is_stale,
            load: None,
            stage: Stage::Head,
            fault: None,
        }
    }
}

impl<D: Database> Operation<D> for ExportStart {
    type Output = ExportRun;

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<ExportRun>, FetchError> {
        if let Some(id) = self.query.table {
            let table = analytics.tables().by_id(id, &self.key)?.ok_or(FetchError::TableExpired)?;
            return Ok(Step::Done(self.run(Shown { table, is_stale: false })));
        }
        if self.table.is_none() {
            self.table = Some(TableRead::new(self.key.clone(), 0..1, self.lookup.clone(), now));
        }
        let table = self.table.as_mut().ok_or(FetchError::TableExpired)?;
        table.step(analytics, now)?.and_then(|shown| Ok(self.run(shown)))
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        match &mut self.table {
            Some(table) => table.apply(analytics, fetched, now),
            None => Ok(()),
        }
    }
}

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

    /// Takes Docket's own failure that ended the file, for the log.
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
                // The dictionary's ids keep their meaning only as long as the table is stored.
                if analytics.tables().by_id(self.table.id, &self.key)?.is_none() {
                    return Err(FetchError::TableExpired);
                }
                let chosen = match rows {
                    Some(chosen) => Rc::clone(chosen),
                    None => {
                        *written = usize::try_from(self.query.row).unwrap_or(usize::MAX);
                        let chosen = analytics.tables().choose(&self.table, None, &self.query.rows)?.entries;
                        let count = u64::try_from(chosen.len()).unwrap_or(u64::MAX);
                        self.file.uncount(self.query.row.saturating_sub(count));
                        Rc::clone(rows.insert(chosen))
                    }
                };
                let rest = chosen.get(*written..).unwrap_or_default();
                let batch = rest.get(..ROWS_AT_ONCE).unwrap_or(rest);
                *written = written.saturating_add(batch.len());
                if batch.is_empty() {
                    self.stage = Stage::End(ExportEnd::Whole);
                }
                self.write(batch, text, analytics)?;
            }
            Stage::End(end) => {
                text.push_str(&self.file.end(*end, &self.table));
                self.stage = Stage::Over(ExportChunk::End);
            }
            Stage::Over(chunk) => return Ok(Some(Step::Done(chunk.clone()))),
        }
        Ok(None)
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
