//! Starts backfills.

use docket_wire::{
    BackfillKind, BackfillProgress, BackfillRequest, CallerName, Interval, ProjectId, Span, UnixMs,
    UtcOffsets,
};

use super::{BackfillKey, NotQueued};
use crate::analytics::tables::TableKey;
use crate::analytics::{Analytics, days_begun, interval_of};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Analytics<D> {
    /// Starts a backfill of everything in a span that is not loaded yet. `program` is the program that asks for it;
    /// none for a person.
    ///
    /// # Errors
    /// If the zone's clocks skip the span, the queue is full, or storage fails.
    pub fn start_backfill(
        &self,
        project: &ProjectId,
        request: &BackfillRequest,
        program: Option<&CallerName>,
        zone: &impl UtcOffsets,
        now: UnixMs,
    ) -> Result<BackfillProgress, NotQueued> {
        let BackfillRequest { kind, span } = request;
        let intervals = match kind {
            BackfillKind::Paths => self.paths_to_load(project, interval_of(span, zone)?, now)?,
            BackfillKind::Days => {
                let is_loaded = |interval: &Interval| self.has_totals(project, interval, now);
                days_without(is_loaded, span, zone, now)?
            }
            BackfillKind::DayPaths => {
                let is_loaded = |interval: &Interval| self.is_day_stored(project, interval, now);
                days_without(is_loaded, span, zone, now)?
            }
        };
        self.queue_backfill(BackfillKey::new(project, *kind, span), &intervals, program, now)
    }

    /// The interval, unless its current table has all pages.
    fn paths_to_load(
        &self,
        project: &ProjectId,
        interval: Interval,
        now: UnixMs,
    ) -> Result<Vec<Interval>, NotQueued> {
        let key = TableKey::new(project.clone(), interval.clone());
        let current = self.available_tables(&key, now)?.current;
        let is_loaded = current.is_some_and(|table| table.is_complete());
        Ok(if is_loaded { Vec::new() } else { vec![interval] })
    }
}

/// The days of a span that are not loaded.
fn days_without(
    is_loaded: impl Fn(&Interval) -> Result<bool, DatabaseError>,
    span: &Span,
    zone: &impl UtcOffsets,
    now: UnixMs,
) -> Result<Vec<Interval>, DatabaseError> {
    let mut intervals = Vec::new();
    for (_, interval) in days_begun(span, zone, now) {
        if !is_loaded(&interval)? {
            intervals.push(interval);
        }
    }
    Ok(intervals)
}
