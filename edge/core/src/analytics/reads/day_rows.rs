//! The first rows of a day: when an answer of the service replaces what is stored.

use docket_wire::{Interval, ProjectId, UnixMs};

use super::available_totals::read_page;
use crate::analytics::freshness::is_ahead;
use crate::analytics::tables::PAGE_ROWS;
use crate::analytics::{
    Analytics, CacheEntry, FetchError, FetchResult, LookupOptions, Operation, OperationStep, PageRequest,
    is_settled,
};
use crate::storage::{Database, DatabaseError};

/// A read of the first rows of a day. It requests them, and stores them for the trends of pages.
#[derive(Debug)]
pub struct DayRowsRead {
    interval: Interval,
    request: PageRequest,
    is_done: bool,
}

impl DayRowsRead {
    /// Creates the read of a day.
    #[must_use]
    pub fn new(project: ProjectId, interval: Interval, lookup: LookupOptions) -> Self {
        let request = PageRequest { project, query: interval.page(PAGE_ROWS, 0), lookup };
        Self { interval, request, is_done: false }
    }

    /// Stores the rows of an answer, unless they were stored when it came.
    fn store<D: Database>(
        &self,
        analytics: &Analytics<D>,
        entry: Option<&CacheEntry>,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let (project, tables) = (&self.request.project, analytics.tables());
        match (tables.day_checked_at(project, &self.interval)?, entry) {
            (Some(checked_at), Some(entry)) if checked_at >= entry.fetched_at => {}
            (_, Some(entry)) => {
                let page = read_page(&entry.body)?;
                tables.put_day(project, &self.interval, Some(&page), entry.fetched_at)?;
            }
            (Some(_), None) => {}
            (None, None) => tables.put_day(project, &self.interval, None, now)?,
        }
        Ok(())
    }
}

impl<D: Database> Operation<D> for DayRowsRead {
    type Output = ();

    fn step(&mut self, _: &Analytics<D>, _: UnixMs) -> Result<OperationStep<()>, FetchError> {
        Ok(if self.is_done { OperationStep::Done(()) } else { OperationStep::Fetch(self.request.clone()) })
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        match analytics.not_stale(fetched, &self.request.lookup, now) {
            Ok(entry) => self.store(analytics, Some(&entry), now)?,
            // Fewer rows would leave most pages unknown, and cost a request.
            Err(FetchError::TOO_LARGE) => self.store(analytics, None, now)?,
            Err(error) => return Err(error),
        }
        self.is_done = true;
        Ok(())
    }
}

/// Whether a backfill has to load the totals or the rows of a day: they are not stored, or they were read before the day settled and
/// it has settled since, or a clock that ran ahead has dated them.
pub(crate) fn is_day_missing(interval: &Interval, checked_at: Option<UnixMs>, now: UnixMs) -> bool {
    let to = interval.to.instant();
    checked_at.is_none_or(|checked_at| {
        is_ahead(checked_at, now) || (!is_settled(to, checked_at) && is_settled(to, now))
    })
}

impl<D: Database> Analytics<D> {
    /// Whether the totals of a day are stored, so that no backfill has to load them.
    pub(crate) fn has_totals(
        &self,
        project: &ProjectId,
        interval: &Interval,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        let totals = self.totals().get(project, interval)?;
        Ok(!is_day_missing(interval, totals.map(|totals| totals.checked_at), now))
    }

    /// Whether the rows of a day are stored, so that no backfill has to load them.
    pub(crate) fn is_day_stored(
        &self,
        project: &ProjectId,
        interval: &Interval,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        let checked_at = self.tables().day_checked_at(project, interval)?;
        Ok(!is_day_missing(interval, checked_at, now))
    }
}
