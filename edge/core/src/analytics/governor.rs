//! The hour's requests: a sliding window that is counted here and corrected by what the service says.

use docket_wire::{RequestBudget, UnixMs};

use super::Archive;
use crate::rate_limit::{Budget, Window};
use crate::storage::{Database, DatabaseError, Row};
use crate::upstream::response::CallFailure;

/// How long nothing is asked after a 429 that does not say.
const BLOCK_DEFAULT_S: u32 = 60;
/// How long nothing is asked after a 429, whatever it says.
const BLOCK_MAX_S: u32 = 3600;

/// Who goes before whom when requests run short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Somebody looks at a page: takes whatever is left.
    Person,
    /// Somebody waits for a file: leaves a tenth for those who look.
    Export,
    /// Nobody waits: leaves a fifth.
    Background,
}

impl Priority {
    /// What is left for those who go before, of a limit.
    fn reserve(self, limit: u32) -> u32 {
        match self {
            Self::Person => 0,
            Self::Export => limit / 10,
            Self::Background => limit / 5,
        }
    }
}

/// A request that was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permit(i64);

impl<D: Database> Archive<D> {
    /// Counts a request, if there is one left for this priority.
    ///
    /// # Errors
    /// If storage fails.
    pub fn take(&self, priority: Priority, now: UnixMs) -> Result<Option<Permit>, DatabaseError> {
        if self.budget(priority, now)?.remaining == 0 {
            return Ok(None);
        }
        self.db.run("DELETE FROM spends WHERE at <= ?", &[self.window.start(now).0.into()])?;
        let mut rows = self.db.run("INSERT INTO spends (at) VALUES (?) RETURNING rowid", &[now.0.into()])?;
        rows.pop().map(|mut row| row.integer().map(Permit)).transpose()
    }

    /// Takes note that the service has answered. It counts a request when that arrives, so its hour ends no later
    /// than an hour from now. One that it refused is not counted: what it says about the next one goes before.
    ///
    /// # Errors
    /// If storage fails.
    pub fn answered(
        &self,
        ticket: Permit,
        failure: Option<&CallFailure>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        if let Some(CallFailure::Throttled { retry_after_s }) = failure {
            self.db.run("DELETE FROM spends WHERE rowid = ?", &[ticket.0.into()])?;
            return self.throttled(*retry_after_s, now);
        }
        self.db.run("UPDATE spends SET at = max(at, ?) WHERE rowid = ?", &[now.0.into(), ticket.0.into()])?;
        Ok(())
    }

    /// Stops asking for as long as the service says. If it says so before the budget is spent, somebody else spends
    /// of it too: for an hour no more is counted on than went through in this one.
    fn throttled(&self, retry_after_s: Option<u32>, now: UnixMs) -> Result<(), DatabaseError> {
        let wait_s = retry_after_s.unwrap_or(BLOCK_DEFAULT_S).min(BLOCK_MAX_S);
        self.db.run(
            "INSERT INTO block (only_one, until) VALUES (1, ?)
             ON CONFLICT (only_one) DO UPDATE SET until = excluded.until",
            &[now.plus_ms(i64::from(wait_s) * 1000).0.into()],
        )?;
        let went_through = self.spent(now)?.len();
        if u32::try_from(went_through).is_ok_and(|went_through| went_through < self.window.limit) {
            let went_through = i64::try_from(went_through.max(1)).unwrap_or(i64::MAX);
            self.db.run(
                "INSERT INTO lesson (only_one, per_hour, until) VALUES (1, ?, ?)
                 ON CONFLICT (only_one) DO UPDATE SET per_hour = excluded.per_hour, until = excluded.until",
                &[went_through.into(), now.plus_ms(self.window.span_ms).0.into()],
            )?;
        }
        Ok(())
    }

    /// What is left of the budget for a priority. Its limit is the whole one, as far as it is known.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget(&self, priority: Priority, now: UnixMs) -> Result<Budget, DatabaseError> {
        let number = |mut row: Row| row.integer();
        let spent = self.spent(now)?;
        let block = self.db.run("SELECT until FROM block", &[])?.pop();
        let blocked_until = block.map(number).transpose()?.map(UnixMs);
        let lesson = self.db.run("SELECT per_hour FROM lesson WHERE until > ?", &[now.0.into()])?.pop();
        let learned = lesson.map(number).transpose()?.and_then(|per_hour| u32::try_from(per_hour).ok());
        let limit = learned.map_or(self.window.limit, |learned| learned.min(self.window.limit));

        let window = Window { limit: limit.saturating_sub(priority.reserve(limit)), ..self.window };
        let mut budget = window.budget(&spent, blocked_until, now);
        // What was learned is a guess: when the time is up that the service named, a person may try.
        let may_try = self.window.budget(&spent, blocked_until, now).remaining > 0;
        if priority == Priority::Person && may_try && budget.remaining == 0 {
            budget = Budget { remaining: 1, ..budget };
        }
        Ok(Budget { limit, ..budget })
    }

    /// The budget as people see it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn budget_view(&self, now: UnixMs) -> Result<RequestBudget, DatabaseError> {
        let budget = self.budget(Priority::Person, now)?;
        Ok(RequestBudget { limit: budget.limit, remaining: budget.remaining, reset_s: budget.reset_s(now) })
    }

    /// When requests were made that still count, in order.
    fn spent(&self, now: UnixMs) -> Result<Vec<UnixMs>, DatabaseError> {
        let start = self.window.start(now);
        let rows = self.db.run("SELECT at FROM spends WHERE at > ? ORDER BY at", &[start.0.into()])?;
        rows.into_iter().map(|mut row| row.integer().map(UnixMs)).collect()
    }
}
