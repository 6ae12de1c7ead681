//! What the ledger can decide about a prompt, and why an action on a submission is not possible.

use docket_wire::{CallerName, ErrorReason, JobId, Label, SubmissionId, SubmissionState};

use super::outcome::StoredAnswer;
use crate::rate_limit::Exhausted;

/// A prompt to send to the service.
#[derive(Debug, Clone)]
pub struct NewSubmission {
    /// The identifier that the submission gets if it is new.
    pub id: SubmissionId,
    /// The job that the prompt follows up; `None` creates a job.
    pub job: Option<JobId>,
    /// The prompt, validated.
    pub prompt: String,
    /// The caller. Idempotency keys are per caller: two callers can use the same key.
    pub author: CallerName,
    /// The same key again gets the same outcome.
    pub idempotency_key: Option<String>,
    /// Whether to send the prompt even if it looks like a duplicate. A program always means what it sends; a person
    /// confirms it.
    pub is_confirmed: bool,
    /// Labels that the job gets when the service accepts the prompt. Sorted, each once.
    pub labels: Vec<Label>,
}

/// What to do with a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmitDecision {
    /// The ledger recorded the submission: call the service, then settle.
    Call {
        /// The submission to settle.
        submission: SubmissionId,
    },
    /// The idempotency key belongs to a submission that is being sent: wait until it is settled.
    Sending {
        /// The earlier submission.
        submission: SubmissionId,
    },
    /// The idempotency key belongs to a submission that the service accepted.
    Replayed {
        /// The earlier submission.
        submission: SubmissionId,
        /// The service's answer to it.
        answer: StoredAnswer,
    },
    /// The idempotency key belongs to a submission of unknown outcome.
    Unknown {
        /// The earlier submission.
        submission: SubmissionId,
        /// Why the outcome is unknown.
        reason: ErrorReason,
    },
    /// The budget is exhausted. Nothing was recorded or changed: a program keeps its prompt and tries again, and a
    /// person who resends an earlier submission still has that one.
    Exhausted(Exhausted),
    /// The budget is exhausted. The ledger recorded the prompt, because a person wrote it.
    Rejected { submission: SubmissionId, exhausted: Exhausted },
    /// The ledger queued the submission.
    Queued { submission: SubmissionId },
    /// The idempotency key belongs to a submission that is queued.
    AlreadyQueued {
        /// The earlier submission.
        submission: SubmissionId,
    },
    /// The idempotency key belongs to a submission that a caller cancelled or discarded.
    Discarded {
        /// The earlier submission.
        submission: SubmissionId,
    },
    /// The same person sent the same prompt a moment ago.
    PossibleDuplicate {
        /// The earlier submission.
        submission: SubmissionId,
    },
    /// The ledger does not have the job to follow up.
    UnknownJob,
    /// The job has as many queued follow-ups as allowed.
    QueueFull,
    /// The idempotency key belongs to another request.
    KeyReused,
    /// Another follow-up of this job is being sent.
    FollowUpInFlight,
}

/// What callers can do with a submission in some of its states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubmissionChange {
    Edit,
    Match,
    Resend,
    Discard,
}

impl SubmissionChange {
    /// It is not possible in this state.
    pub(super) fn conflicts_with(self, state: SubmissionState) -> StateConflict {
        StateConflict::State { change: self, state }
    }
}

/// Why an action on a submission is not possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateConflict {
    /// The ledger does not have the submission.
    UnknownSubmission,
    /// The submission is in a state in which this is not possible.
    State {
        /// What the caller asked for.
        change: SubmissionChange,
        /// The state.
        state: SubmissionState,
    },
    /// The submission is a follow-up of another job.
    OtherJob,
    /// Another submission created the job.
    JobHasCreate,
    /// The text of its prompt was deleted.
    PromptDeleted {
        /// The days for which prompts were stored.
        after_days: u32,
    },
}
