use docket_wire::{Interval, ProjectId, UnixMs, VisitorsPage};

use crate::analytics::{
    Analytics, CachedTotals, FetchError, FetchResult, Lookup, Operation, PageRequest, Step,
};
use crate::storage::{Database, DatabaseError};

/// Totals of an interval, and whether they are older than they should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The totals, and when the service gave them.
    pub totals: CachedTotals,
    /// Whether nothing newer could be had.
    pub is_stale: bool,
}

/// Totals of an interval: whatever page they came with and, if there are none, with the first page of so many rows.
#[derive(Debug)]
pub struct FiguresRead {
    project: ProjectId,
    interval: Interval,
    request: PageRequest,
    figures: Option<Figures>,
}

impl FiguresRead {
    /// A read of an interval's totals, with a first page of `rows` rows if it has to ask.
    #[must_use]
    pub fn new(project: ProjectId, interval: Interval, rows: u32, lookup: Lookup) -> Self {
        let request = PageRequest { project: project.clone(), query: interval.page(rows, 0), lookup };
        Self { project, interval, request, figures: None }
    }
}

impl<D: Database> Operation<D> for FiguresRead {
    type Output = Figures;

    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<Figures>, FetchError> {
        if let Some(figures) = self.figures.take() {
            return Ok(Step::Done(figures));
        }
        match analytics.totals().get(&self.project, &self.interval)? {
            Some(totals)
                if !self.request.lookup.force_refresh
                    && analytics.are_totals_fresh(&self.interval, totals, now)? =>
            {
                Ok(Step::Done(Figures { totals, is_stale: false }))
            }
            _ => Ok(Step::Fetch(self.request.clone())),
        }
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        let fetched = analytics.or_stale(&self.request, fetched, now);
        let totals = analytics.totals().get(&self.project, &self.interval)?;
        let figures = match (fetched, totals) {
            (Ok(entry), Some(totals)) => Figures { totals, is_stale: entry.is_stale },
            (Ok(entry), None) => {
                let totals = read_page(&entry.body)?.totals;
                let totals = CachedTotals { totals, checked_at: entry.fetched_at };
                Figures { totals, is_stale: entry.is_stale }
            }
            (Err(error), Some(totals)) if error.passes() => Figures { totals, is_stale: true },
            (Err(error), _) => return Err(error),
        };
        self.figures = Some(figures);
        Ok(())
    }
}

impl<D: Database> Analytics<D> {
    /// Whether totals of an interval need not be asked for again.
    pub(in crate::analytics) fn are_totals_fresh(
        &self,
        interval: &Interval,
        totals: CachedTotals,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        self.is_fresh(Some(interval.to.instant()), totals.checked_at, now)
    }
}

/// Reads a page, which was read before it was cached.
pub(super) fn read_page(body: &str) -> Result<VisitorsPage, DatabaseError> {
    serde_json::from_str(body).map_err(|_| DatabaseError("a cached page is broken".to_owned()))
}
