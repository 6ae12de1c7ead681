//! Requests spent on the service, by the hour, so that Docket stays below the service's limits by itself.

use docket_wire::UnixMs;

use crate::storage::{Database, DatabaseError};

/// What requests are counted for. Each has a limit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// Creates and follow-ups together: the service limits them so.
    Agent,
    /// Looks at jobs.
    Poll,
}

impl Operation {
    fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Poll => "poll",
        }
    }
}

/// The service counts by the hour: sliding, as far as can be known from outside.
const WINDOW_MS: i64 = 3_600_000;
/// Kept for longer than counts: a clock that runs ahead and is set back must not have made the ledger forget.
const FORGET_MS: i64 = 6 * WINDOW_MS;

/// How many requests may be made now, of `limit` an hour.
pub(super) fn left(db: &impl Database, of: Operation, limit: u32, now: UnixMs) -> Result<u32, DatabaseError> {
    if paused_until(db, of)?.is_some_and(|until| now < until) {
        return Ok(0);
    }
    let since = now.plus_ms(-WINDOW_MS).0;
    let spent = match db
        .run(
            "SELECT COUNT(*) FROM spends WHERE operation = ? AND at > ?",
            &[of.as_str().into(), since.into()],
        )?
        .into_iter()
        .next()
    {
        Some(mut row) => u32::try_from(row.integer()?).unwrap_or(u32::MAX),
        None => 0,
    };
    Ok(limit.saturating_sub(spent))
}

/// Counts one request.
pub(super) fn spend(db: &impl Database, of: Operation, now: UnixMs) -> Result<(), DatabaseError> {
    let forgotten = now.plus_ms(-FORGET_MS).0;
    db.run("DELETE FROM spends WHERE operation = ? AND at <= ?", &[of.as_str().into(), forgotten.into()])?;
    db.run("INSERT INTO spends (operation, at) VALUES (?, ?)", &[of.as_str().into(), now.0.into()])
        .map(|_| ())
}

/// The earliest moment, from `now` on, at which a request may be made.
pub(super) fn free_at(
    db: &impl Database,
    of: Operation,
    limit: u32,
    now: UnixMs,
) -> Result<UnixMs, DatabaseError> {
    let mut at = paused_until(db, of)?.unwrap_or(now).max(now);
    // The request that has to leave the window is the one `limit` before the newest.
    let mut crowded = db.run(
        "SELECT at FROM spends WHERE operation = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
        &[of.as_str().into(), i64::from(limit.saturating_sub(1)).into()],
    )?;
    if let Some(row) = crowded.first_mut() {
        at = at.max(UnixMs(row.integer()?).plus_ms(WINDOW_MS));
    }
    Ok(at)
}

/// Makes no more requests before `until`: the service said too many.
pub(super) fn pause(db: &impl Database, of: Operation, until: UnixMs) -> Result<(), DatabaseError> {
    db.run(
        "INSERT INTO pauses (operation, until) VALUES (?, ?)
         ON CONFLICT (operation) DO UPDATE SET until = MAX(until, excluded.until)",
        &[of.as_str().into(), until.0.into()],
    )
    .map(|_| ())
}

fn paused_until(db: &impl Database, of: Operation) -> Result<Option<UnixMs>, DatabaseError> {
    match db.run("SELECT until FROM pauses WHERE operation = ?", &[of.as_str().into()])?.into_iter().next() {
        Some(mut row) => Ok(Some(UnixMs(row.integer()?))),
        None => Ok(None),
    }
}
