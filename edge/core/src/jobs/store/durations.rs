use docket_wire::UnixMs;

use super::column::next;
use crate::storage::{Database, DatabaseError};

/// How many durations count, newest first: a team's kinds of work change over months.
const SAMPLES_MAX: i64 = 64;

/// How long the project's latest jobs took, in milliseconds.
#[derive(Debug)]
pub(in crate::jobs) struct DurationSamples<'a, D>(pub(in crate::jobs) &'a D);

impl<D: Database> DurationSamples<'_, D> {
    pub(in crate::jobs) fn add(&self, ended_at: UnixMs, duration_ms: i64) -> Result<(), DatabaseError> {
        self.0.run(
            "INSERT INTO durations (ended_at, ms) VALUES (?, ?)",
            &[ended_at.0.into(), duration_ms.into()],
        )?;
        self.0
            .run(
                "DELETE FROM durations WHERE ended_at < (SELECT ended_at FROM durations ORDER BY ended_at DESC LIMIT 1 OFFSET ?)",
                &[(SAMPLES_MAX - 1).into()],
            )
            .map(drop)
    }

    /// The samples, newest first.
    pub(in crate::jobs) fn latest(&self) -> Result<Vec<i64>, DatabaseError> {
        let rows =
            self.0.run("SELECT ms FROM durations ORDER BY ended_at DESC LIMIT ?", &[SAMPLES_MAX.into()])?;
        rows.into_iter().map(|mut row| next(&mut row)).collect()
    }
}
