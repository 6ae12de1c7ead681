//! The ledger itself: what its methods share, and which of its parts may touch which tables.

use std::cell::RefCell;

use docket_wire::{CallerName, JobId, ProjectId};

use super::cache::LedgerCache;
use super::day_marks::Notes;
use super::inbox::PersonalInbox;
use super::ledger_settings::{LedgerSettings, POLLS, PROMPTS};
use super::polling::{DurationCache, LagWatch, PollBudget, StartedPolls};
use super::reads::JobReads;
use super::retention::LedgerRetention;
use super::store::{CallsRow, EventLog, JobsTable, OwnerRow, ScheduleRow, SearchIndex, SubmissionsTable};
use super::submissions::SentPrompts;
use super::templates::Templates;
use crate::audit::{AuditIdParity, AuditLog};
use crate::rate_limit::{ChangeLimiter, StoredRateLimiter, Window};
use crate::storage::{Database, DatabaseError};

/// The ledger of one project, over its database.
///
/// # Errors
///
/// Every method fails if storage fails. A method that fails has written nothing.
#[derive(Debug)]
pub struct Ledger<D> {
    pub(super) db: D,
    pub(super) settings: LedgerSettings,
    pub(super) project: RefCell<Option<ProjectId>>,
    pub(super) started_polls: StartedPolls,
    pub(super) durations: DurationCache,
    pub(super) lag_watch: LagWatch,
    pub(super) sent_prompts: SentPrompts,
    pub(super) cache: LedgerCache,
}

impl<D: Database> Ledger<D> {
    pub(super) fn new(db: D, settings: LedgerSettings) -> Self {
        Self {
            db,
            durations: DurationCache::empty(settings.typical_job_ms),
            settings,
            project: RefCell::default(),
            started_polls: StartedPolls::default(),
            lag_watch: LagWatch::default(),
            sent_prompts: SentPrompts::default(),
            cache: LedgerCache::default(),
        }
    }

    /// Runs `work` in a transaction.
    pub(super) fn atomically<T>(
        &self,
        work: impl FnOnce() -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        self.cache.atomically(&self.db, work)
    }

    pub(super) fn jobs(&self) -> JobsTable<'_, D> {
        JobsTable::new(&self.db, &self.cache.jobs)
    }

    pub(super) fn submissions(&self) -> SubmissionsTable<'_, D> {
        SubmissionsTable(&self.db)
    }

    pub(super) fn events(&self) -> EventLog<'_, D> {
        EventLog::new(&self.db, &self.cache.revision, &self.cache.changed)
    }

    pub(super) fn search_index(&self) -> SearchIndex<'_, D> {
        SearchIndex(&self.db)
    }

    pub(super) fn owner_row(&self) -> OwnerRow<'_, D> {
        OwnerRow(&self.db)
    }

    pub(super) fn schedule_row(&self) -> ScheduleRow<'_, D> {
        ScheduleRow::new(&self.db, &self.cache.jobs)
    }

    pub(super) fn calls_row(&self) -> CallsRow<'_, D> {
        CallsRow::new(&self.db, &self.cache.calls)
    }

    pub(super) fn prompt_limiter(&self) -> StoredRateLimiter<'_, D> {
        let window = Window::per_hour(self.settings.agent_per_hour);
        StoredRateLimiter::new(&self.db, PROMPTS, window).with_cache(&self.cache.prompts)
    }

    pub(super) fn poll_limiter(&self) -> StoredRateLimiter<'_, D> {
        let window = Window::per_hour(self.settings.polls_per_hour);
        StoredRateLimiter::new(&self.db, POLLS, window)
            .with_cache(&self.cache.polls)
            .counting(&self.cache.counters)
    }

    /// The budget of a caller's changes that the service does not see.
    pub fn changes_of(&self, caller: &CallerName) -> ChangeLimiter<'_, D> {
        ChangeLimiter::new(&self.db, caller, self.settings.changes_per_hour)
    }

    /// The jobs whose rows have changed since the last call; `None` stands for all jobs.
    pub fn take_changed_jobs(&self) -> Option<Vec<JobId>> {
        self.cache.changed.for_waiters.replace(Vec::new())
    }

    /// The revision of the last event; 0 before the first.
    pub fn revision(&self) -> Result<u64, DatabaseError> {
        self.events().revision()
    }
}

/// The parts of the ledger. Each has the tables that it may touch.
impl<D: Database> Ledger<D> {
    /// What the ledger has, to be read.
    pub fn reads(&self) -> JobReads<'_, D> {
        JobReads::new(&self.db, self.events(), &self.cache.jobs, self.settings.typical_job_ms)
    }

    /// The inbox of a person.
    pub fn inbox<'a>(&'a self, person: &'a CallerName) -> PersonalInbox<'a, D> {
        PersonalInbox::new(&self.db, self.events(), person)
    }

    /// The prompt templates of the project.
    pub fn templates(&self) -> Templates<'_, D> {
        Templates::new(&self.db, self.audit())
    }

    /// The notes of the project.
    pub fn notes(&self) -> Notes<'_, D> {
        Notes::new(&self.db, self.audit())
    }

    /// What expires, and when.
    pub fn retention(&self) -> LedgerRetention<'_, D> {
        LedgerRetention::new(&self.db, &self.cache, self.events(), self.audit(), self.settings.retention)
    }

    /// The project's audit log.
    pub fn audit(&self) -> AuditLog<'_, D> {
        AuditLog::new(&self.db, AuditIdParity::Even, self.settings.audit_days).with_cache(&self.cache.audit)
    }

    /// The polls of an hour.
    pub fn poll_budget(&self) -> PollBudget<'_, D> {
        PollBudget::new(self.poll_limiter(), self.settings.polls_per_hour)
    }
}
