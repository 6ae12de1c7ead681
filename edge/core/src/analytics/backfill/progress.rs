//! How far backfills are, and when they go on.

use docket_wire::{
    BackfillKind, BackfillProgress, BudgetReport, ProjectId, QueuedBackfill, Span, UnixMs, ZoneName,
};

use super::queue::{NAMED, name};
use crate::analytics::{Analytics, Priority};
use crate::storage::{Database, DatabaseError, Row};

impl<D: Database> Analytics<D> {
    /// How far a backfill is, if it is under way.
    ///
    /// # Errors
    /// If storage fails.
    pub fn backfill_progress(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
        now: UnixMs,
    ) -> Result<Option<BackfillProgress>, DatabaseError> {
        let sql = format!(
            "SELECT total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before FROM backfills WHERE {NAMED}"
        );
        let row = self.db.run(&sql, &name(project, kind, span))?.pop();
        row.map(|row| self.progress(row, now)).transpose()
    }

    /// What is left of the budget, and which backfills wait for it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget_report(&self, now: UnixMs) -> Result<BudgetReport, DatabaseError> {
        let rows = self.db.run(
            "SELECT project, kind, first_day, last_day, zone,
                 total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before FROM backfills ORDER BY id",
            &[],
        )?;
        let broken = || DatabaseError("a queued backfill is broken".to_owned());
        let read = |mut row: Row| {
            let project = row.parsed()?;
            let kind = BackfillKind::parse(&row.text()?).ok_or_else(broken)?;
            let (from, to) = (row.parsed()?, row.parsed()?);
            let span = Span::new(from, to, row.parsed::<ZoneName>()?).map_err(|_| broken())?;
            Ok(QueuedBackfill { project, kind, span, progress: self.progress(row, now)? })
        };
        let backfills = rows.into_iter().map(read).collect::<Result<_, DatabaseError>>()?;
        Ok(BudgetReport { budget: self.budget_view(now)?, backfills })
    }

    /// Whether all rows of a span are being loaded.
    pub(in crate::analytics) fn is_backfilling(
        &self,
        project: &ProjectId,
        span: &Span,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        Ok(self.backfill_progress(project, BackfillKind::Paths, span, now)?.is_some())
    }

    /// Columns: all of it, what is left, and when it may go on.
    fn progress(&self, mut row: Row, now: UnixMs) -> Result<BackfillProgress, DatabaseError> {
        let count = |number: i64| u32::try_from(number).unwrap_or_default();
        let (total, left, not_before) = (row.integer()?, row.integer()?, UnixMs(row.integer()?));
        let goes_on = not_before.max(self.background_from(now)?);
        Ok(BackfillProgress {
            done: count(total.saturating_sub(left)),
            total: count(total),
            resumes_at: (goes_on > now).then_some(goes_on),
        })
    }

    fn background_from(&self, now: UnixMs) -> Result<UnixMs, DatabaseError> {
        let budget = self.budget(Priority::Background, now)?;
        Ok(if budget.remaining > 0 { now } else { budget.resets_at })
    }

    /// When the background has something to do next.
    ///
    /// # Errors
    /// If storage fails.
    pub fn next_wake(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let earliest = self.db.run("SELECT min(not_before) FROM backfills", &[])?.pop();
        let earliest = earliest.map(|mut row| row.integer_or_null()).transpose()?.flatten();
        let Some(earliest) = earliest else { return Ok(None) };
        Ok(Some(UnixMs(earliest).max(self.background_from(now)?)))
    }
}
