use super::column::{from_json, to_json};
use crate::storage::{Database, DatabaseError};

/// How many durations count, newest first: a team's kinds of work change over months.
const SAMPLES_MAX: usize = 64;

/// How long the project's latest jobs took, in milliseconds: one row, because every poll reads them.
#[derive(Debug)]
pub(in crate::jobs) struct DurationSamples<'a, D>(pub(in crate::jobs) &'a D);

impl<D: Database> DurationSamples<'_, D> {
    pub(in crate::jobs) fn add(&self, duration_ms: i64) -> Result<(), DatabaseError> {
        let mut samples = self.latest()?;
        samples.insert(0, duration_ms);
        samples.truncate(SAMPLES_MAX);
        self.0.run("UPDATE durations SET latest = ?", &[to_json(&samples)?.into()]).map(drop)
    }

    /// The samples, newest first.
    pub(in crate::jobs) fn latest(&self) -> Result<Vec<i64>, DatabaseError> {
        let rows = self.0.run("SELECT latest FROM durations LIMIT 1", &[])?;
        rows.into_iter().next().map_or_else(|| Ok(Vec::new()), |mut row| from_json(&row.text()?))
    }
}
