//! Loads one page of a path table from the service.

use docket_wire::{UnixMs, VisitorRow, VisitorsQuery, VisitorsResponse};

use super::available_totals::read_page;
use crate::analytics::tables::{NotStored, PAGES_MAX, PARTS_MAX, Table, TableKey};
use crate::analytics::{
    Analytics, AnswerCache, CacheEntry, FetchError, FetchResult, LookupOptions, Operation, OperationStep,
    PageRequest, Priority,
};
use crate::storage::Database;

/// The table that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetTable {
    /// The table with this id, however old it becomes.
    Id(i64),
    /// The current table, or a new one.
    Current {
        /// The table must have been created at this time or later, unless a backfill is loading it.
        since: Option<UnixMs>,
    },
    /// The table that a backfill is loading, or has loaded until it was cancelled.
    OfBackfill,
}

/// Ensures that one page of a table is loaded, and outputs the table.
#[derive(Debug)]
pub(crate) struct PageLoad {
    key: TableKey,
    target: TargetTable,
    page: u32,
    lookup: LookupOptions,
    /// The parts so far of a page that is too large to be read at once.
    parts: Option<PageParts>,
    /// The service's answer, until it is stored.
    answer: Option<(CacheEntry, VisitorsResponse)>,
    has_prefetched: bool,
}

impl PageLoad {
    pub(crate) fn new(key: TableKey, target: TargetTable, page: u32, lookup: LookupOptions) -> Self {
        Self { key, target, page, lookup, parts: None, answer: None, has_prefetched: false }
    }

    fn request(&self, query: VisitorsQuery) -> PageRequest {
        PageRequest { project: self.key.project.clone(), query, lookup: self.lookup.clone() }
    }

    /// The query for what is missing of the page.
    fn query(&self) -> VisitorsQuery {
        match &self.parts {
            Some(parts) => self.key.part(self.page, parts.count),
            None => self.key.page(self.page),
        }
    }

    fn table<D: Database>(&self, analytics: &Analytics<D>, now: UnixMs) -> Result<Option<Table>, FetchError> {
        match self.target {
            TargetTable::Id(id) => match analytics.tables().by_id(id, &self.key)? {
                Some(table) => Ok(Some(table)),
                None => Err(FetchError::TableExpired),
            },
            TargetTable::Current { since } => {
                // A new table would lack the pages that a backfill has loaded, and paid for.
                let page = analytics.backfill_page(&self.key)?;
                let since = since.filter(|_| page.is_none_or(|page| page == 0));
                let current = analytics.tables_during(page, &self.key, now)?.current;
                Ok(current.filter(|table| since.is_none_or(|since| table.id >= since.0)))
            }
            TargetTable::OfBackfill => Ok(analytics.tables_during(Some(self.page), &self.key, now)?.current),
        }
    }

    /// The page to request while this one is stored and written, because an export needs all pages.
    fn next_page<D: Database>(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<Option<PageRequest>, FetchError> {
        // A page as long as one that the cache does not store would be requested, and paid for, again.
        let has_next = self.answer.as_ref().is_some_and(|(entry, answer)| {
            answer.has_more && !answer.visitors.is_empty() && AnswerCache::<D>::has_room_for(&entry.body)
        });
        if self.has_prefetched || self.lookup.priority != Priority::Export || !has_next {
            return Ok(None);
        }
        self.has_prefetched = true;
        let next = self.page.saturating_add(1);
        let has_page = match self.table(analytics, now)? {
            Some(table) => analytics.tables().has_page(table.id, next)?,
            None => false,
        };
        Ok((next < PAGES_MAX && !has_page).then(|| self.request(self.key.page(next))))
    }

    fn store<D: Database>(
        &self,
        analytics: &Analytics<D>,
        (entry, answer): &(CacheEntry, VisitorsResponse),
        now: UnixMs,
    ) -> Result<Table, FetchError> {
        // During the request, another operation may have created or dropped the table.
        let table = match self.table(analytics, now)? {
            Some(table) => table,
            None => analytics.tables().begin(&self.key, now)?,
        };
        let stored = analytics.tables().put_page(table.id, &self.key, self.page, answer, entry.fetched_at);
        let table = stored.map_err(|error| match error {
            NotStored::Database(error) => error.into(),
            NotStored::TableExpired => FetchError::TableExpired,
        })?;
        // The table now stores the rows in a hundredth of the space. Left in the cache, the pages of one large table
        // would evict the answers that stand in for others.
        if self.page > 0 {
            analytics.cache().remove(&self.request(self.key.page(self.page)).key())?;
        }
        for part in 0..self.parts.as_ref().map_or(0, |parts| parts.count) {
            analytics.cache().remove(&self.request(self.key.part(self.page, part)).key())?;
        }
        Ok(table)
    }
}

impl<D: Database> Operation<D> for PageLoad {
    type Output = Table;

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<OperationStep<Table>, FetchError> {
        if let Some(request) = self.next_page(analytics, now)? {
            return Ok(OperationStep::Prefetch(request));
        }
        if let Some(answer) = self.answer.take() {
            return Ok(OperationStep::Done(self.store(analytics, &answer, now)?));
        }
        if let Some(table) = self.table(analytics, now)? {
            let is_past_last = table.last_page.is_some_and(|last| self.page > last);
            if is_past_last || analytics.tables().has_page(table.id, self.page)? {
                return Ok(OperationStep::Done(table));
            }
        }
        if self.page >= PAGES_MAX {
            return Err(FetchError::TOO_MANY_PAGES);
        }
        Ok(OperationStep::Fetch(self.request(self.query())))
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        if fetched == Err(FetchError::TOO_LARGE) && self.parts.is_none() {
            self.parts = Some(PageParts::default());
            return Ok(());
        }
        let entry = analytics.not_stale(fetched, &self.lookup, now)?;
        let answer = read_page(&entry.body)?;
        let answer = match &mut self.parts {
            Some(parts) => parts.add(answer),
            None => Some(answer),
        };
        self.answer = answer.map(|answer| (entry, answer));
        Ok(())
    }
}

/// The parts of a page that is requested with fewer rows at a time.
#[derive(Debug, Default)]
struct PageParts {
    count: u32,
    rows: Vec<VisitorRow>,
}

impl PageParts {
    /// Adds the next part. Returns the page, if that was the last part.
    fn add(&mut self, mut part: VisitorsResponse) -> Option<VisitorsResponse> {
        let is_last = !part.has_more || part.visitors.is_empty();
        self.rows.append(&mut part.visitors);
        self.count = self.count.saturating_add(1);
        (is_last || self.count >= PARTS_MAX)
            .then(|| VisitorsResponse { visitors: std::mem::take(&mut self.rows), ..part })
    }
}
