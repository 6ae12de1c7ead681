//! Totals of a range, and of the one that it is compared with.

use docket_wire::{
    ComparedTotals, Comparison, Interval, InvalidParameter, ProjectId, Span, Summary, UnixMs, UtcOffsets,
    VisitorsQuery,
};

use super::{Figures, FiguresRead};
use crate::analytics::{Analytics, Lookup};
use crate::storage::{Database, DatabaseError};

/// Totals come with the first page of rows, which is what people want next.
pub(super) const ROWS: u32 = VisitorsQuery::LIMIT_MAX;

/// What the service is asked for a span: the exact interval, by the clocks of its zone.
///
/// # Errors
/// If the zone's clocks skip all of it.
pub fn interval_of(span: &Span, zone: &impl UtcOffsets) -> Result<Interval, InvalidParameter> {
    let rule = "and to name days that this zone's clocks skipped";
    Interval::of(span, zone).ok_or_else(|| InvalidParameter::new("from", rule))
}

impl<D: Database> Analytics<D> {
    /// The two reads of a summary, which can run side by side: the range itself, and what it is compared with.
    ///
    /// # Errors
    /// If the zone's clocks skip the range, or the comparison would be before 2000.
    pub fn summary_reads(
        &self,
        project: &ProjectId,
        span: &Span,
        comparison: Option<Comparison>,
        zone: &impl UtcOffsets,
        lookup: Lookup,
    ) -> Result<SummaryReads, InvalidParameter> {
        let read = |interval, lookup| FiguresRead::new(project.clone(), interval, ROWS, lookup);
        let interval = interval_of(span, zone)?;
        let compared = match comparison {
            Some(comparison) => Interval::of(&span.compared(comparison)?, zone),
            None => None,
        };
        // An old comparison is good enough for a refresh of the range itself.
        let compared_lookup = Lookup { force_refresh: false, ..lookup };
        Ok(SummaryReads {
            range: read(interval.clone(), lookup),
            compared: compared.clone().map(|interval| read(interval, compared_lookup)),
            interval,
            compared_interval: compared,
        })
    }

    /// The summary that the two reads make. A comparison that could not be had is left out.
    ///
    /// # Errors
    /// If storage fails.
    pub fn summary(
        &self,
        interval: Interval,
        figures: Figures,
        compared: Option<(Interval, Figures)>,
        now: UnixMs,
    ) -> Result<Summary, DatabaseError> {
        let Figures { totals, is_stale } = figures;
        let compared = compared.map(|(interval, figures)| {
            let totals = figures.totals.totals;
            ComparedTotals { interval, human_and_ai: totals.human_and_ai(), totals }
        });
        Ok(Summary {
            partial: !interval.is_over(totals.checked_at),
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

/// The reads of a summary.
#[derive(Debug)]
pub struct SummaryReads {
    /// The range.
    pub range: FiguresRead,
    /// What it is compared with, if that was asked for and exists.
    pub compared: Option<FiguresRead>,
    /// What the service is asked for the range.
    pub interval: Interval,
    /// What the service is asked for the comparison.
    pub compared_interval: Option<Interval>,
}
