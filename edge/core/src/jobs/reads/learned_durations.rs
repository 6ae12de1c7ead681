//! How long the project's jobs take.

use docket_wire::{LearnedDurations, SubmissionKind};

use super::JobReads;
use crate::storage::{Database, DatabaseError};

/// The least number of durations for this value. With fewer, it would be the longest duration, which says little.
const NINE_OF_TEN_MIN: usize = 10;

impl<D: Database> JobReads<'_, D> {
    /// How long one kind of work takes, or all.
    pub(crate) fn learned_durations(
        &self,
        work: Option<SubmissionKind>,
    ) -> Result<LearnedDurations, DatabaseError> {
        let input = self.schedule_row().load()?;
        let mut sorted = match work {
            Some(work) => input.durations_of(work),
            None => [&*input.creates, &*input.follow_ups].concat(),
        };
        sorted.sort_unstable();
        let count = sorted.len();
        let at = |index: usize| sorted.get(index).map(|ms| ms.unsigned_abs());
        Ok(LearnedDurations {
            learned_from: u32::try_from(count).unwrap_or(u32::MAX),
            median_ms: at(count.saturating_sub(1) / 2),
            nine_of_ten_ms: if count < NINE_OF_TEN_MIN { None } else { at((count * 9).div_ceil(10) - 1) },
            typical_ms: self.typical_job_ms.into(),
        })
    }
}
