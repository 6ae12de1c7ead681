use std::cell::{OnceCell, RefCell};

use docket_wire::ProjectId;

use super::limits::{Limits, POLLS, PROMPTS};
use super::schedule::Durations;
use super::store::{DurationSamples, EventLog, JobsTable, SearchIndex, SubmissionsTable};
use crate::rate_limit::{RateLimiter, Window};
use crate::storage::Database;

/// The ledger of one project, over its database.
///
/// # Errors
///
/// Every method fails if storage fails. A method that fails has written nothing.
#[derive(Debug)]
pub struct Ledger<D> {
    pub(super) db: D,
    pub(super) limits: Limits,
    /// The latest samples and the distribution fitted to them: a fit costs more than a poll.
    pub(super) learned: RefCell<(Vec<i64>, Durations)>,
    pub(super) project: OnceCell<ProjectId>,
}

impl<D: Database> Ledger<D> {
    pub(super) fn over(db: D, limits: Limits) -> Self {
        let learned = RefCell::new((Vec::new(), Durations::typical(limits.typical_job_ms)));
        Self { db, limits, learned, project: OnceCell::new() }
    }

    pub(super) fn jobs(&self) -> JobsTable<'_, D> {
        JobsTable(&self.db)
    }

    pub(super) fn submissions(&self) -> SubmissionsTable<'_, D> {
        SubmissionsTable(&self.db)
    }

    pub(super) fn events(&self) -> EventLog<'_, D> {
        EventLog(&self.db)
    }

    pub(super) fn search_index(&self) -> SearchIndex<'_, D> {
        SearchIndex(&self.db)
    }

    pub(super) fn duration_samples(&self) -> DurationSamples<'_, D> {
        DurationSamples(&self.db)
    }

    pub(super) fn prompt_limiter(&self) -> RateLimiter<'_, D> {
        RateLimiter::new(&self.db, PROMPTS, Window::per_hour(self.limits.agent_per_hour))
    }

    pub(super) fn poll_limiter(&self) -> RateLimiter<'_, D> {
        RateLimiter::new(&self.db, POLLS, Window::per_hour(self.limits.polls_per_hour))
    }
}
