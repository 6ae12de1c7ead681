//! Why a job is in the inbox, decided by its row and its failed follow-ups alone.

use docket_wire::{CallerName, InboxReason, JobStatus, Polling, Submission, SubmissionState};

use crate::jobs::store::JobRow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReasonGroup {
    /// Needs a decision.
    NeedsYou,
    Ended,
    /// Is under way.
    Running,
}

pub(super) fn group(reason: &InboxReason) -> ReasonGroup {
    match reason {
        InboxReason::OutcomeUnknown { .. }
        | InboxReason::Rejected { .. }
        | InboxReason::Failed
        | InboxReason::PollingSuspended { .. }
        | InboxReason::PollingStopped { .. }
        | InboxReason::RunningLong => ReasonGroup::NeedsYou,
        InboxReason::Ended => ReasonGroup::Ended,
        InboxReason::Running { .. } => ReasonGroup::Running,
    }
}

/// The most urgent reason of a job. `failed` are its follow-ups that need a decision, newest first, and `stopped_by` is
/// the person who stopped its polling.
pub(super) fn of_job(row: &JobRow, failed: &[&Submission], stopped_by: Option<&CallerName>) -> InboxReason {
    let is_unknown = |submission: &&&Submission| matches!(submission.state, SubmissionState::Unknown { .. });
    let first = failed.iter().find(is_unknown).or(failed.first());
    if let Some(reason) = first.and_then(|submission| of_submission(&submission.state)) {
        return reason;
    }
    if row.has_ended() {
        return if row.status == JobStatus::Failed { InboxReason::Failed } else { InboxReason::Ended };
    }
    match row.polling() {
        Polling::Suspended { reason } => InboxReason::PollingSuspended { reason },
        Polling::Stopped => InboxReason::PollingStopped { by: stopped_by.cloned() },
        Polling::Scheduled { .. } | Polling::Ended if row.is_running_long => InboxReason::RunningLong,
        Polling::Scheduled { next_at, last_error } => {
            InboxReason::Running { next_at: Some(next_at), last_error }
        }
        Polling::Ended => InboxReason::Running { next_at: None, last_error: None },
    }
}

/// The reason of a prompt; `None` if it needs no decision.
pub(super) fn of_submission(state: &SubmissionState) -> Option<InboxReason> {
    match state {
        SubmissionState::Unknown { reason } => Some(InboxReason::OutcomeUnknown { reason: reason.clone() }),
        SubmissionState::Rejected { reason } => Some(InboxReason::Rejected { reason: reason.clone() }),
        SubmissionState::Queued
        | SubmissionState::Sending
        | SubmissionState::Accepted
        | SubmissionState::Discarded => None,
    }
}

#[cfg(test)]
mod tests;
