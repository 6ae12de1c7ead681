//! The progress of backfills, and when they resume.

use docket_wire::{
    BackfillKind, BackfillProgress, BudgetReport, CallerName, ProjectId, QueuedBackfill, Span, UnixMs,
    ZoneName,
};

use super::queue::{KEY_MATCHES, key_params};
use crate::analytics::{Analytics, Lookup};
use crate::storage::{Database, DatabaseError, Row};

impl<D: Database> Analytics<D> {
    /// The progress of a backfill; `None` if it is not queued.
    pub fn backfill_progress(
        &self,
        project: &ProjectId,
        kind: BackfillKind,
        span: &Span,
        now: UnixMs,
    ) -> Result<Option<BackfillProgress>, DatabaseError> {
        let sql = format!(
            "SELECT total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before, program
             FROM backfills WHERE {KEY_MATCHES}"
        );
        let row = self.db.run(&sql, &key_params(project, kind, span))?.pop();
        row.map(|row| self.progress(row, now)).transpose()
    }

    /// The remaining budget and all queued backfills.
    pub fn budget_report(&self, now: UnixMs) -> Result<BudgetReport, DatabaseError> {
        let rows = self.db.run(
            "SELECT project, kind, first_day, last_day, zone,
                 total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before, program
             FROM backfills ORDER BY program IS NOT NULL, id",
            &[],
        )?;
        let invalid = || DatabaseError("a queued backfill is invalid".to_owned());
        let read = |mut row: Row| {
            let project = row.parsed()?;
            let kind = BackfillKind::parse(&row.text()?).ok_or_else(invalid)?;
            let (from, to) = (row.parsed()?, row.parsed()?);
            let span = Span::new(from, to, row.parsed::<ZoneName>()?).map_err(|_| invalid())?;
            Ok(QueuedBackfill { project, kind, span, progress: self.progress(row, now)? })
        };
        let backfills = rows.into_iter().map(read).collect::<Result<_, DatabaseError>>()?;
        Ok(BudgetReport { budget: self.budget_view(now)?, backfills })
    }

    /// Whether a backfill is loading all rows of a span.
    pub(in crate::analytics) fn is_backfilling(
        &self,
        project: &ProjectId,
        span: &Span,
        now: UnixMs,
    ) -> Result<bool, DatabaseError> {
        Ok(self.backfill_progress(project, BackfillKind::Paths, span, now)?.is_some())
    }

    /// Reads the columns: all requests, remaining requests, the earliest time of the next one, and the program.
    fn progress(&self, mut row: Row, now: UnixMs) -> Result<BackfillProgress, DatabaseError> {
        let count = |number: i64| u32::try_from(number).unwrap_or_default();
        let (total, left, not_before) = (row.integer()?, row.integer()?, UnixMs(row.integer()?));
        let program = row.text_or_null()?.map(CallerName);
        let resumes_at = not_before.max(self.background_from(program.as_ref(), now)?);
        Ok(BackfillProgress {
            done: count(total.saturating_sub(left)),
            total: count(total),
            resumes_at: (resumes_at > now).then_some(resumes_at),
        })
    }

    /// When the budget has a request for the background, and the program that started it has one left.
    fn background_from(&self, program: Option<&CallerName>, now: UnixMs) -> Result<UnixMs, DatabaseError> {
        let from = self.budget(&Lookup::background(None), now)?.free_at(now);
        match program {
            Some(program) => Ok(from.max(self.share(program, now)?.free_at(now))),
            None => Ok(from),
        }
    }

    /// When the next backfill request can be made; `None` if no backfill is queued.
    pub fn next_wake(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let mut next = None;
        for mut row in self.db.run("SELECT min(not_before), program FROM backfills GROUP BY program", &[])? {
            let (earliest, program) = (UnixMs(row.integer()?), row.text_or_null()?.map(CallerName));
            let at = earliest.max(self.background_from(program.as_ref(), now)?);
            next = Some(next.map_or(at, |next: UnixMs| next.min(at)));
        }
        Ok(next)
    }
}
