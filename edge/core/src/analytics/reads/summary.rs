//! Reads of a summary: the totals of a range, and of the range that it is compared with.

use docket_wire::{
    ComparedTotals, Comparison, Interval, InvalidParameter, ProjectId, Span, Summary, UnixMs, UtcOffsets,
    VisitorsQuery,
};

use super::{AvailableTotals, TotalsRead};
use crate::analytics::{Analytics, LookupOptions};
use crate::storage::{Database, DatabaseError};

/// A full first page comes with the totals, because people view its rows next.
pub(super) const ROWS: u32 = VisitorsQuery::LIMIT_MAX;

/// The exact interval of a span, by its zone's clocks.
///
/// # Errors
/// If the zone's clocks skip all of it.
pub fn interval_of(span: &Span, zone: &impl UtcOffsets) -> Result<Interval, InvalidParameter> {
    let rule = "and to name days that this zone's clocks skipped";
    Interval::of(span, zone).ok_or_else(|| InvalidParameter::new("from", rule))
}

impl<D: Database> Analytics<D> {
    /// The reads of a summary, which can run concurrently: the range, and the range that it is compared with.
    ///
    /// # Errors
    /// If the zone's clocks skip the range, or the comparison would be before 2000.
    pub fn summary_reads(
        &self,
        project: &ProjectId,
        span: &Span,
        comparison: Option<Comparison>,
        zone: &impl UtcOffsets,
        lookup: LookupOptions,
    ) -> Result<SummaryReads, InvalidParameter> {
        let read = |interval, lookup| TotalsRead::new(project.clone(), interval, ROWS, lookup);
        let interval = interval_of(span, zone)?;
        let compared = match comparison {
            Some(comparison) => Interval::of(&span.compared(comparison)?, zone),
            None => None,
        };
        // A refresh is about the range itself; its comparison can come from the cache.
        let compared_lookup = lookup.without_refresh();
        Ok(SummaryReads {
            range: read(interval.clone(), lookup),
            compared: compared.clone().map(|interval| read(interval, compared_lookup)),
            interval,
            compared_interval: compared,
        })
    }

    /// The summary of the two reads' totals. Without usable `compared`, it has no comparison.
    pub fn summary(
        &self,
        interval: Interval,
        available: AvailableTotals,
        compared: Option<(Interval, AvailableTotals)>,
        now: UnixMs,
    ) -> Result<Summary, DatabaseError> {
        let AvailableTotals { totals, is_stale } = available;
        let partial = !interval.is_over(totals.checked_at);
        // Old totals of a range that was not over lack its later visitors.
        let compared = compared.filter(|(interval, available)| {
            !available.is_stale || interval.is_over(available.totals.checked_at)
        });
        let compared = compared.map(|(interval, available)| {
            let totals = available.totals.totals;
            ComparedTotals { interval, human_and_ai: totals.human_and_ai(), totals, longer: partial }
        });
        Ok(Summary {
            partial,
            interval,
            human_and_ai: totals.totals.human_and_ai(),
            totals: totals.totals,
            checked_at: totals.checked_at,
            stale: is_stale,
            compared,
            budget: self.budget_view(now)?,
        })
    }
}

#[derive(Debug)]
pub struct SummaryReads {
    pub range: TotalsRead,
    /// The read of the comparison, if the caller asked for one and it exists.
    pub compared: Option<TotalsRead>,
    pub interval: Interval,
    pub compared_interval: Option<Interval>,
}
