use docket_wire::{BackfillKind, BackfillProgress, BackfillRequest, ProjectId, Span, UnixMs, UtcOffsets};

use super::NotQueued;
use crate::analytics::{Analytics, days_begun, interval_of};
use crate::storage::Database;

impl<D: Database> Analytics<D> {
    /// Starts a backfill of everything in a span that is not loaded yet.
    ///
    /// # Errors
    /// If the zone's clocks skip the span, the queue is full, or storage fails.
    pub fn start_backfill(
        &self,
        project: &ProjectId,
        request: &BackfillRequest,
        zone: &impl UtcOffsets,
        now: UnixMs,
    ) -> Result<BackfillProgress, NotQueued> {
        let BackfillRequest { kind, span } = request;
        let intervals = match kind {
            BackfillKind::Paths => vec![interval_of(span, zone)?],
            BackfillKind::Days => self.days_to_load(project, span, zone, now)?,
        };
        self.queue_backfill(project, *kind, span, &intervals, now)
    }

    fn days_to_load(
        &self,
        project: &ProjectId,
        span: &Span,
        zone: &impl UtcOffsets,
        now: UnixMs,
    ) -> Result<Vec<docket_wire::Interval>, NotQueued> {
        let mut intervals = Vec::new();
        for (_, interval) in days_begun(span, zone, now) {
            match self.totals().get(project, &interval)? {
                Some(totals) if self.are_totals_fresh(&interval, totals, now)? => {}
                _ => intervals.push(interval),
            }
        }
        Ok(intervals)
    }
}
