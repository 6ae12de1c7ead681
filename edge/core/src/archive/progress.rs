//! How far gathering has come, and when it goes on.

use docket_wire::{BudgetReport, GatherWhat, Gathering, ProjectId, Span, UnixMs, Waiting, ZoneName};

use super::queue::{NAMED, name};
use super::{Archive, Priority};
use crate::db::{Database, DatabaseError, Row};

impl<D: Database> Archive<D> {
    /// How far gathering has come, if it is under way.
    ///
    /// # Errors
    /// If storage fails.
    pub fn gathering(
        &self,
        project: &ProjectId,
        what: GatherWhat,
        span: &Span,
        now: UnixMs,
    ) -> Result<Option<Gathering>, DatabaseError> {
        let sql = format!(
            "SELECT total, (SELECT count(*) FROM work WHERE gather = id), not_before FROM gathers WHERE {NAMED}"
        );
        let row = self.db.run(&sql, &name(project, what, span))?.pop();
        row.map(|row| self.progress(row, now)).transpose()
    }

    /// What is left of the budget, and what waits for it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn report(&self, now: UnixMs) -> Result<BudgetReport, DatabaseError> {
        let rows = self.db.run(
            "SELECT project, what, first_day, last_day, zone,
                 total, (SELECT count(*) FROM work WHERE gather = id), not_before FROM gathers ORDER BY id",
            &[],
        )?;
        let broken = |_| DatabaseError("what is gathered is not readable".to_owned());
        let read = |mut row: Row| {
            let project = row.parsed()?;
            let what = GatherWhat::parse(&row.text()?).unwrap_or(GatherWhat::Days);
            let (from, to) = (row.parsed()?, row.parsed()?);
            let span = Span::new(from, to, row.parsed::<ZoneName>()?).map_err(broken)?;
            Ok(Waiting { project, what, span, gathering: self.progress(row, now)? })
        };
        let waiting = rows.into_iter().map(read).collect::<Result<_, DatabaseError>>()?;
        Ok(BudgetReport { budget: self.budget_view(now)?, waiting })
    }

    /// Columns: all of it, what is left, and when it may go on.
    fn progress(&self, mut row: Row, now: UnixMs) -> Result<Gathering, DatabaseError> {
        let count = |number: i64| u32::try_from(number).unwrap_or_default();
        let (total, left, not_before) = (row.integer()?, row.integer()?, UnixMs(row.integer()?));
        let goes_on = not_before.max(self.background_from(now)?);
        Ok(Gathering {
            done: count(total.saturating_sub(left)),
            total: count(total),
            waits_until: (goes_on > now).then_some(goes_on),
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
        let earliest = self.db.run("SELECT min(not_before) FROM gathers", &[])?.pop();
        let earliest = earliest.map(|mut row| row.integer_or_null()).transpose()?.flatten();
        let Some(earliest) = earliest else { return Ok(None) };
        Ok(Some(UnixMs(earliest).max(self.background_from(now)?)))
    }
}
