//! The totals of an interval: whether stored ones do, or the service is asked.

use docket_wire::{Interval, ProjectId, UnixMs, VisitorsResponse};

use crate::analytics::{
    Analytics, CachedTotals, FetchError, FetchResult, LookupOptions, Operation, OperationStep, PageRequest,
};
use crate::metrics::Counter;
use crate::storage::{Database, DatabaseError};
use crate::upstream::lenient_json;

/// The totals of an interval, and whether they are stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AvailableTotals {
    /// The totals, and when the service gave them.
    pub totals: CachedTotals,
    /// Whether they are past their freshness, because newer totals could not be fetched.
    pub is_stale: bool,
}

/// A read of an interval's totals. It uses stored totals from any page while they are fresh, and otherwise requests the first page.
#[derive(Debug)]
pub struct TotalsRead {
    project: ProjectId,
    interval: Interval,
    request: PageRequest,
    available: Option<AvailableTotals>,
}

impl TotalsRead {
    /// Creates a read that requests a first page of `rows` rows if it has to.
    #[must_use]
    pub fn new(project: ProjectId, interval: Interval, rows: u32, lookup: LookupOptions) -> Self {
        let request = PageRequest { project: project.clone(), query: interval.page(rows, 0), lookup };
        Self { project, interval, request, available: None }
    }
}

impl<D: Database> Operation<D> for TotalsRead {
    type Output = AvailableTotals;

    fn step(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<AvailableTotals>, FetchError> {
        if let Some(available) = self.available.take() {
            return Ok(OperationStep::Done(available));
        }
        match analytics.totals().get(&self.project, &self.interval)? {
            Some(totals)
                if !self.request.lookup.is_refresh()
                    && analytics.are_totals_fresh(&self.interval, totals, now)? =>
            {
                analytics.count_lookup(Counter::Hits);
                Ok(OperationStep::Done(AvailableTotals { totals, is_stale: false }))
            }
            _ => Ok(OperationStep::Fetch(self.request.clone())),
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let smallest = self.interval.page(1, 0);
        if fetched == Err(FetchError::TOO_LARGE) && self.request.query != smallest {
            // The totals come with any page.
            self.request.query = smallest;
            return Ok(());
        }
        let fetched = analytics.or_stale(&self.request, fetched, now);
        let totals = analytics.totals().get(&self.project, &self.interval)?;
        let available = match (fetched, totals) {
            (Ok(entry), Some(totals)) => AvailableTotals { totals, is_stale: entry.is_stale },
            (Ok(entry), None) => {
                let totals = read_page(&entry.body)?.totals;
                let totals = CachedTotals { totals, checked_at: entry.fetched_at };
                AvailableTotals { totals, is_stale: entry.is_stale }
            }
            (Err(FetchError::Exhausted(_)), Some(totals)) => AvailableTotals {
                totals,
                is_stale: !analytics.are_totals_fresh(&self.interval, totals, now)?,
            },
            (Err(error), Some(totals)) if error.is_temporary() => AvailableTotals { totals, is_stale: true },
            (Err(error), _) => return Err(error),
        };
        self.available = Some(available);
        Ok(())
    }
}

impl<D: Database> Analytics<D> {
    /// Whether stored totals of an interval can be used without a new request.
    pub(crate) fn are_totals_fresh(
        &self,
        interval: &Interval,
        totals: CachedTotals,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        self.is_fresh(Some(interval.to.instant()), totals.checked_at, now)
    }
}

/// Parses a cached page. It was valid when it was stored.
pub(super) fn read_page(body: &str) -> Result<VisitorsResponse, DatabaseError> {
    lenient_json::from_str(body).map_err(|_| DatabaseError("a cached page is invalid".to_owned()))
}
