//! What the ledger knows of how long its project's jobs take.

use docket_wire::UnixMs;

use super::Ledger;
use crate::jobs::schedule::{Durations, Load, Schedule};
use crate::storage::{Database, DatabaseError, Row};

/// The newest durations that count: what a team asks for changes over months.
const DURATIONS_MAX: i64 = 64;

/// Notes a duration. When a job ended is known only up to the two looks around it: it is taken to lie in the middle.
pub(super) fn note_duration(
    db: &impl Database,
    active_since: UnixMs,
    last_seen_active: UnixMs,
    seen_ended: UnixMs,
) -> Result<(), DatabaseError> {
    let ms = last_seen_active.max(active_since).since_ms(active_since)
        + seen_ended.since_ms(last_seen_active.max(active_since)) / 2;
    db.run("INSERT INTO durations (ended_at, ms) VALUES (?, ?)", &[seen_ended.0.into(), ms.max(1).into()])?;
    db.run(
        "DELETE FROM durations WHERE ended_at < (SELECT ended_at FROM durations ORDER BY ended_at DESC LIMIT 1 OFFSET ?)",
        &[(DURATIONS_MAX - 1).into()],
    )
    .map(|_| ())
}

impl<D: Database> Ledger<D> {
    /// The schedule for looks at this project's jobs, as things stand.
    pub(super) fn schedule(&self, watched: bool, now: UnixMs) -> Result<Schedule, DatabaseError> {
        let observed = self
            .db
            .run("SELECT ms FROM durations ORDER BY ended_at DESC LIMIT ?", &[DURATIONS_MAX.into()])?;
        let observed: Vec<i64> =
            observed.into_iter().map(|mut row: Row| row.integer()).collect::<Result<_, _>>()?;
        let mut watching = self.db.run("SELECT COUNT(*) FROM jobs WHERE next_poll_at IS NOT NULL", &[])?;
        let jobs = watching.first_mut().map_or(Ok(0), Row::integer)?;
        let load = Load {
            jobs: u32::try_from(jobs).unwrap_or(u32::MAX).max(1),
            looks_left: self.polls().budget(now)?.remaining,
            watched,
        };
        let mut learned = self.learned.borrow_mut();
        if learned.0 != observed {
            let durations = Durations::observed(&observed, self.limits.typical_job_ms);
            *learned = (observed, durations);
        }
        Ok(Schedule::for_load(&learned.1, load))
    }
}
