//! An export: its table, then its rows page by page or, in an order of Docket's making, all at once.

use std::rc::Rc;

use docket_wire::{Span, UnixMs};

use super::{End, ExportQuery, File, Format};
use crate::analytics::reads::{PageLoad, Shown, TableRead, TargetTable};
use crate::analytics::tables::{Entry, Table, TableKey};
use crate::analytics::{Analytics, FetchError, FetchResult, Lookup, Operation, Priority, Step};
use crate::storage::Database;

/// Rows that are written at once.
const ROWS_AT_ONCE: usize = 500;

/// Finds the table of an export, of which at least the first page is loaded, or that of one that is resumed.
#[derive(Debug)]
pub struct ExportStart {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: Lookup,
    table: Option<TableRead>,
}

impl ExportStart {
    /// The start of an export. Its requests come after those of people who look at a page.
    #[must_use]
    pub fn new(key: TableKey, span: Span, query: ExportQuery, lookup: Lookup) -> Self {
        let lookup = Lookup { priority: Priority::Export, ..lookup };
        Self { key, span, query, lookup, table: None }
    }

    fn run(&self, Shown { table, is_stale }: Shown) -> ExportRun {
        ExportRun {
            key: self.key.clone(),
            span: self.span.clone(),
            file: File::behind(self.query.format, self.query.row),
            query: self.query.clone(),
            lookup: Lookup { force_refresh: false, ..self.lookup },
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
            let is_backfilling = analytics.is_backfilling(&self.key.project, &self.span, now)?;
            self.table = Some(TableRead::new(self.key.clone(), 0..1, is_backfilling, self.lookup, now));
        }
        let table = self.table.as_mut().ok_or(FetchError::TableExpired)?;
        Ok(match table.step(analytics, now)? {
            Step::Fetch(request) => Step::Fetch(request),
            Step::Prefetch(request) => Step::Prefetch(request),
            Step::Done(shown) => Step::Done(self.run(shown)),
        })
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

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportChunk {
    /// A text that goes on where the last one ended.
    Text(String),
    /// The file has ended, and its last line says whether it is whole.
    End,
    /// Not all rows could be had, and the format has no line that says so: the connection has to break.
    Broken,
}

/// An export under way: brings the next chunk, again and again.
#[derive(Debug)]
pub struct ExportRun {
    key: TableKey,
    span: Span,
    query: ExportQuery,
    lookup: Lookup,
    table: Table,
    is_stale: bool,
    file: File,
    load: Option<PageLoad>,
    stage: Stage,
    fault: Option<FetchError>,
}

#[derive(Debug)]
enum Stage {
    /// Nothing is written yet.
    Head,
    /// As the service has them. `pass` rows of the next page are in an earlier part of the file.
    Pages { next: u32, pass: u64 },
    /// All pages are loaded before rows are put in an order or filtered.
    Load { next: u32 },
    /// In an order or a choice of Docket's making.
    Chosen { rows: Option<Rc<[Entry]>>, written: usize },
    /// All rows are written, or as many as could be had.
    End(End),
    /// The last line is written, or there is no place for it.
    Over(ExportChunk),
}

impl ExportRun {
    /// The table, with whose id an interrupted file is resumed.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether newer rows could not be had.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// How many rows of the table an earlier part may have, if that is known and it claims to have more.
    #[must_use]
    pub fn rows_exceeded(&self) -> Option<u64> {
        (self.table.is_complete() && self.query.row > self.table.rows).then_some(self.table.rows)
    }

    /// As what it is written.
    #[must_use]
    pub fn format(&self) -> Format {
        self.query.format
    }

    /// The failure of Docket's own that ended the file, for the log.
    pub fn take_fault(&mut self) -> Option<FetchError> {
        self.fault.take()
    }

    /// Ensures that a page is loaded; brings what it takes, if it takes anything.
    fn load<D: Database>(
        &mut self,
        page: u32,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<Step<ExportChunk>>, FetchError> {
        let target = TargetTable::Id(self.table.id);
        let load =
            self.load.get_or_insert_with(|| PageLoad::new(self.key.clone(), target, page, self.lookup));
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

    /// Writes a little more, unless it takes something first.
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
                // The head is written first, so that the reader sees that the file has begun.
                self.stage = match self.query.rows.needs_all() {
                    true => Stage::Load { next: 0 },
                    false => Stage::Pages { next: 0, pass: self.query.row },
                };
            }
            Stage::Pages { next, pass } => {
                let (page, pass) = (*next, *pass);
                if let Some(step) = self.load(page, analytics, now)? {
                    return Ok(Some(step));
                }
                let entries = analytics.tables().page(self.table.id, page)?.unwrap_or_default();
                let count = u64::try_from(entries.len()).unwrap_or(u64::MAX);
                let behind = usize::try_from(pass).ok().and_then(|pass| entries.get(pass..));
                self.write(behind.unwrap_or_default(), text, analytics)?;
                self.stage = if self.table.last_page.is_some_and(|last| page >= last) {
                    Stage::End(End::Whole)
                } else {
                    Stage::Pages { next: page.saturating_add(1), pass: pass.saturating_sub(count) }
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
                // An id of the dictionary means the same path only as long as the table is stored.
                if analytics.tables().by_id(self.table.id, &self.key)?.is_none() {
                    return Err(FetchError::TableExpired);
                }
                let chosen = match rows {
                    Some(chosen) => Rc::clone(chosen),
                    None => {
                        *written = usize::try_from(self.query.row).unwrap_or(usize::MAX);
                        let chosen = analytics.tables().choose(&self.table, &self.query.rows)?;
                        Rc::clone(rows.insert(chosen))
                    }
                };
                let rest = chosen.get(*written..).unwrap_or_default();
                let batch = rest.get(..ROWS_AT_ONCE).unwrap_or(rest);
                *written = written.saturating_add(batch.len());
                if batch.is_empty() {
                    self.stage = Stage::End(End::Whole);
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

    /// Ends the file before its time.
    fn cut(&mut self, error: FetchError) {
        let retry_after_s = match &error {
            FetchError::Exhausted { wait_s } => Some(*wait_s),
            FetchError::Upstream(failure) => failure.retry_after_s().map(u64::from),
            FetchError::TableExpired | FetchError::Storage(_) | FetchError::Dropped => {
                self.fault = Some(error);
                None
            }
        };
        self.stage = match self.query.format {
            Format::PlainCsv => Stage::Over(ExportChunk::Broken),
            Format::Csv | Format::Ndjson => Stage::End(End::Cut { retry_after_s }),
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
