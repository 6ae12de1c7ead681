//! The state of a project's jobs, for the page of settings.

use docket_wire::{JobsStatus, LearnedDurations, StorageStatus, SubmissionKind, UnixMs};

use crate::auth::caller::CallerKind;
use crate::jobs::ledger::Ledger;
use crate::jobs::schema;
use crate::storage::schema::version_of;
use crate::storage::{Database, DatabaseError};

/// The least number of durations for this figure. With fewer, it would be the longest duration, which says little.
const NINE_OF_TEN_MIN: usize = 10;

impl<D: Database> Ledger<D> {
    /// Budgets, durations and calls, with the size of the database. Reads a few rows, however large the ledger is.
    pub fn status(&self, storage_bytes: u64, now: UnixMs) -> Result<JobsStatus, DatabaseError> {
        Ok(JobsStatus {
            prompts: self.prompt_budget(now)?.view(now),
            polls: self.request_poll_budget(CallerKind::Person, now)?.view(now),
            polling: self.polling_status(now)?,
            durations: self.learned_durations(None)?,
            calls: self.calls_row().latest()?.report(),
            storage: StorageStatus { bytes: storage_bytes, schema: version_of(&schema::migrations::<D>()) },
        })
    }

    /// How long one kind of work takes, or all.
    pub(super) fn learned_durations(
        &self,
        work: Option<SubmissionKind>,
    ) -> Result<LearnedDurations, DatabaseError> {
        let input = self.schedule_row().load()?;
        let mut sorted = match work {
            Some(work) => input.durations_of(work),
            None => [input.creates, input.follow_ups].concat(),
        };
        sorted.sort_unstable();
        let count = sorted.len();
        let at = |index: usize| sorted.get(index).map(|ms| ms.unsigned_abs());
        Ok(LearnedDurations {
            learned_from: u32::try_from(count).unwrap_or(u32::MAX),
            median_ms: at(count.saturating_sub(1) / 2),
            nine_of_ten_ms: if count < NINE_OF_TEN_MIN { None } else { at((count * 9).div_ceil(10) - 1) },
            typical_ms: self.settings.typical_job_ms.into(),
        })
    }
}
