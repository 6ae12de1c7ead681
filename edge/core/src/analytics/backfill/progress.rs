//! The progress of backfills, and when they resume.

use docket_wire::{
    BackfillKind, BackfillProgress, BudgetReport, CallerName, ProjectId, QueuedBackfill, Span, UnixMs,
    ZoneName,
};

use super::queue::{BackfillKey, KEY_MATCHES};
use crate::analytics::tables::TableKey;
use crate::analytics::{Analytics, LookupOptions};
use crate::storage::{Database, DatabaseError, Row};

impl<D: Database> Analytics<D> {
    /// The progress of a backfill; `None` if it is not queued.
    pub fn backfill_progress(
        &self,
        key: BackfillKey<'_>,
        now: UnixMs,
    ) -> Result<Option<BackfillProgress>, DatabaseError> {
        let sql = format!(
            "SELECT total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before, program
             FROM backfills WHERE {KEY_MATCHES}"
        );
        let row = self.db.run(&sql, &key.params())?.pop();
        row.map(|row| self.progress(row, now)).transpose()
    }

    /// The remaining budget and the queued backfills of a project. Other projects with the same key appear only as the number of their
    /// requests, because readers of this project may not learn their names and days.
    pub fn budget_report(&self, project: &ProjectId, now: UnixMs) -> Result<BudgetReport, DatabaseError> {
        let params = [project.as_str().into()];
        let rows = self.db.run(
            "SELECT kind, first_day, last_day, zone,
                 total, (SELECT count(*) FROM backfill_requests WHERE backfill = id), not_before, program
             FROM backfills WHERE project = ? ORDER BY program IS NOT NULL, id",
            &params,
        )?;
        let others =
            "SELECT count(*) FROM backfills JOIN backfill_requests ON backfill = id WHERE project <> ?";
        let others = self.db.run(others, &params)?.pop().map(|mut row| row.integer()).transpose()?;
        let invalid = || DatabaseError("a queued backfill is invalid".to_owned());
        let read = |mut row: Row| {
            let kind = BackfillKind::parse(&row.text()?).ok_or_else(invalid)?;
            let (from, to) = (row.parsed()?, row.parsed()?);
            let span = Span::new(from, to, row.parsed::<ZoneName>()?).map_err(|_| invalid())?;
            Ok(QueuedBackfill { kind, span, progress: self.progress(row, now)? })
        };
        let backfills = rows.into_iter().map(read).collect::<Result<_, DatabaseError>>()?;
        let queued_by_other_projects = u32::try_from(others.unwrap_or(0)).unwrap_or(u32::MAX);
        Ok(BudgetReport { budget: self.budget_view(now)?, backfills, queued_by_other_projects })
    }

    /// The next page of a backfill that is loading a table; `None` without one. Spans in several zones can have the
    /// interval of one table, so the search is by the interval.
    pub(crate) fn backfill_page(&self, key: &TableKey) -> Result<Option<u32>, DatabaseError> {
        let sql = "SELECT max(nth) FROM backfills JOIN backfill_requests ON backfill = id
                   WHERE project = ? AND kind = ? AND date_from = ? AND date_to = ?";
        let row = self.db.run(
            sql,
            &[
                key.project.as_str().into(),
                BackfillKind::Paths.as_str().into(),
                key.interval.from.to_string().into(),
                key.interval.to.to_string().into(),
            ],
        )?;
        let page = row.into_iter().next().map(|mut row| row.integer_or_null()).transpose()?.flatten();
        Ok(page.map(|page| u32::try_from(page).unwrap_or(u32::MAX)))
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
        let from = self.budget(&LookupOptions::background(None), now)?.free_at(now);
        match program {
            Some(program) => Ok(from.max(self.share(program, now)?.free_at(now))),
            None => Ok(from),
        }
    }

    /// When the next backfill request can be made; `None` if no backfill is queued.
    pub fn next_backfill_at(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let mut next = None;
        for mut row in self.db.run("SELECT min(not_before), program FROM backfills GROUP BY program", &[])? {
            let (earliest, program) = (UnixMs(row.integer()?), row.text_or_null()?.map(CallerName));
            let at = earliest.max(self.background_from(program.as_ref(), now)?);
            next = Some(next.map_or(at, |next: UnixMs| next.min(at)));
        }
        Ok(next)
    }
}
