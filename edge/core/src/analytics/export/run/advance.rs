//! What an export does next: it loads a page, or writes the next chunk.

use std::rc::Rc;

use docket_wire::UnixMs;

use super::ExportRun;
use super::stage::{ExportChunk, Stage};
use crate::analytics::export::ExportEnd;
use crate::analytics::reads::{PageLoad, TargetTable};
use crate::analytics::tables::RowEntry;
use crate::analytics::{Analytics, FetchError, FetchResult, Operation, OperationStep};
use crate::storage::Database;

/// Sorted or filtered rows in one chunk.
const ROWS_AT_ONCE: usize = 500;

impl<D: Database> Operation<D> for ExportRun {
    type Output = ExportChunk;

    fn step(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<ExportChunk>, FetchError> {
        let mut text = String::new();
        while text.is_empty() {
            match self.advance(&mut text, analytics, now) {
                Ok(None) => {}
                Ok(Some(step)) => return Ok(step),
                Err(error) => self.cut(error, now)?,
            }
        }
        self.has_begun = true;
        Ok(OperationStep::Done(ExportChunk::Text(text)))
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
        applied.or_else(|error| self.cut(error, now))
    }
}

impl ExportRun {
    /// Ensures that a page is loaded. Returns the request that this needs, if any.
    fn load<D: Database>(
        &mut self,
        page: u32,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<OperationStep<ExportChunk>>, FetchError> {
        let target = TargetTable::Id(self.table.id);
        let load = self
            .load
            .get_or_insert_with(|| PageLoad::new(self.key.clone(), target, page, self.lookup.clone()));
        Ok(match load.step(analytics, now)? {
            OperationStep::Fetch(request) => Some(OperationStep::Fetch(request)),
            OperationStep::Prefetch(request) => Some(OperationStep::Prefetch(request)),
            OperationStep::Done(table) => {
                self.table = table;
                self.load = None;
                None
            }
        })
    }

    /// Writes the next part. Returns a step if a request has to come first, or the file has ended.
    fn advance<D: Database>(
        &mut self,
        text: &mut String,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<OperationStep<ExportChunk>>, FetchError> {
        match &mut self.stage {
            Stage::Head => {
                if self.query.row.is_none() {
                    text.push_str(&self.file.head(&self.span, &self.key, &self.query, &self.table));
                }
                // The head is a chunk of its own, so that the download starts before all pages are loaded.
                self.stage = if self.query.rows.needs_all() {
                    Stage::Load { next: 0 }
                } else {
                    Stage::Pages { next: 0, skip: self.query.rows_before() }
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
            Stage::Over(chunk) => return Ok(Some(OperationStep::Done(chunk.clone()))),
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
            self.file.subtract_rows(skip.saturating_sub(count));
            Stage::End(ExportEnd::Complete)
        } else {
            Stage::Pages { next: page.saturating_add(1), skip: skip.saturating_sub(count) }
        };
        Ok(())
    }

    /// Writes the next sorted or filtered rows. They are chosen the first time.
    fn write_chosen<D: Database>(
        &mut self,
        rows: Option<Rc<[RowEntry]>>,
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
                self.file.subtract_rows(self.query.rows_before().saturating_sub(count));
                (rows, usize::try_from(self.query.rows_before()).unwrap_or(usize::MAX))
            }
        };
        let rest = rows.get(written..).unwrap_or_default();
        let batch = rest.get(..ROWS_AT_ONCE).unwrap_or(rest);
        self.write(batch, text, analytics)?;
        self.stage = match batch.len() {
            0 => Stage::End(ExportEnd::Complete),
            count => Stage::Chosen { written: written.saturating_add(count), rows: Some(rows) },
        };
        Ok(())
    }

    fn write<D: Database>(
        &mut self,
        entries: &[RowEntry],
        text: &mut String,
        analytics: &Analytics<D>,
    ) -> Result<(), FetchError> {
        self.file.write(&analytics.tables().rows(entries)?, text);
        Ok(())
    }
}
