//! Polls that a request causes.

use docket_wire::{JobId, UnixMs};

use super::ended;
use super::started::UNPOLLED_SPACING_MS;
use super::task::PollTask;
use crate::auth::caller::CallerKind;
use crate::jobs::ledger::Ledger;
use crate::jobs::reads::StoredJob;
use crate::jobs::store::{JobRow, PollQueue};
use crate::metrics::Counter;
use crate::rate_limit::Exhausted;
use crate::storage::{Database, DatabaseError};

/// The least time between two polls of a job because readers want its current state.
const CURRENT_SPACING_MS: i64 = 1_000;

/// What a request that reads a job asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobRead {
    /// Whether the reader wants the current state rather than the stored one.
    pub is_current: bool,
    /// Whether to poll a job for this reader that nothing else polls.
    pub polls_if_unpolled: bool,
    /// Who reads: programs leave a part of the budget to the schedule and to people.
    pub caller: CallerKind,
}

/// Whether a read of a job is preceded by a poll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadDecision {
    /// The stored response is good enough.
    Stored,
    /// The stored response is good enough, and a poll is due now, for later readers.
    StoredAndDue,
    /// Make this poll, pass its outcome to [`Ledger::record_poll`], and answer then.
    Poll(PollTask),
    /// Answer when the poll in flight has its outcome.
    InFlight,
    /// The stored response is older than wanted, and the poll for it failed just now.
    Outdated,
    /// The budget has no poll left.
    Exhausted(Exhausted),
}

impl<D: Database> Ledger<D> {
    /// A job as the ledger has it, and whether to poll it before it is read; `None` if the ledger does not have it.
    pub fn read_job(
        &self,
        job: &JobId,
        read: JobRead,
        now: UnixMs,
    ) -> Result<Option<(StoredJob, ReadDecision)>, DatabaseError> {
        let Some(mut row) = self.jobs().load(job)? else { return Ok(None) };
        let decision = self.read_decision(&mut row, read, now)?;
        Ok(Some((row.into(), decision)))
    }

    fn read_decision(
        &self,
        row: &mut JobRow,
        read: JobRead,
        now: UnixMs,
    ) -> Result<ReadDecision, DatabaseError> {
        let is_in_flight = self.started_polls.is_in_flight(&row.id, now);
        // The rare polls of a job that is missing would let a program wait long for one that is there again.
        let is_unpolled = read.polls_if_unpolled && (row.is_unpolled() || row.missing().is_some());
        let started_at = self.started_polls.started_at(&row.id);
        let last = started_at.map_or(row.checked_at, |at| at.max(row.checked_at));
        let is_last_within = |ms| (0..ms).contains(&now.since_ms(last));
        if !read.is_current && !is_unpolled {
            if is_in_flight || is_last_within(UNPOLLED_SPACING_MS) || !is_due_for_readers(row, now) {
                return Ok(ReadDecision::Stored);
            }
            row.next_poll_at = Some(now);
            self.atomically(|| self.jobs().store(row))?;
            return Ok(ReadDecision::StoredAndDue);
        }
        if is_in_flight {
            return Ok(ReadDecision::InFlight);
        }
        let spacing_ms = if read.is_current { CURRENT_SPACING_MS } else { UNPOLLED_SPACING_MS };
        if is_last_within(spacing_ms) {
            let has_failed = started_at.is_some_and(|at| at > row.checked_at);
            return Ok(if has_failed { ReadDecision::Outdated } else { ReadDecision::Stored });
        }
        if let Err(exhausted) = self.acquire_poll(read.caller, now)? {
            return Ok(ReadDecision::Exhausted(exhausted));
        }
        let queue = if row.has_ended() { PollQueue::Ended } else { PollQueue::Active };
        self.started_polls.start(&row.id, queue, now);
        Ok(ReadDecision::Poll(PollTask { job: row.id.clone(), revision: row.revision }))
    }

    /// Counts a poll that a request causes, or a request for a job that the ledger does not have, if the budget allows
    /// it.
    pub fn acquire_poll(
        &self,
        caller: CallerKind,
        now: UnixMs,
    ) -> Result<Result<(), Exhausted>, DatabaseError> {
        let budget = self.poll_budget().of_request(caller, now)?;
        if budget.remaining == 0 {
            return Ok(Err(budget.exhausted(
                "The hourly budget for polls (DOCKET_POLLS_PER_HOUR) is exhausted",
                ", so Docket cannot request the job now.",
            )));
        }
        self.count(Counter::Polls, 1);
        self.poll_limiter().record(now)?;
        Ok(Ok(()))
    }
}

/// Whether a read makes a poll of an ended job due. After a failed poll, its retry is scheduled or is not wanted.
fn is_due_for_readers(row: &JobRow, now: UnixMs) -> bool {
    row.has_ended()
        && !row.is_stopped
        && row.failures == 0
        && row.next_poll_at.is_none_or(|at| at > now)
        && ended::is_outdated(row.checked_at, now)
}
