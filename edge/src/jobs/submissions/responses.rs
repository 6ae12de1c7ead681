//! The answer to each decision and outcome of a submission.

use docket_core::jobs::{Settlement, StoredAnswer, not_stored};
use docket_wire::{ErrorReason, IDEMPOTENCY_HEADER, ProblemCode, REPLAYED_HEADER, SubmissionId};

use crate::http::failure::Failure;
use crate::http::reply::Reply;

/// Which of the requests with an idempotency key a reply answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplyKind {
    /// The first one.
    First,
    /// A later one, with the same key as the first.
    Replayed,
}

/// Whose texts the answer to a prompt may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerTexts {
    /// Those of everybody: the caller may read the project's jobs.
    All,
    /// Only those of the request.
    Own,
}

/// The answer once a submission is settled. `None` if its outcome could not be stored. `queued` answers if it is queued again.
pub(super) fn settled(
    settlement: Option<Settlement>,
    submission: SubmissionId,
    kind: ReplyKind,
    queued: impl FnOnce(&SubmissionId) -> Result<Reply, Failure>,
) -> Result<Reply, Failure> {
    let not_stored = not_stored();
    let failure = match settlement {
        Some(Settlement::Accepted(answer)) => return accepted(&answer, kind),
        Some(Settlement::Requeued) => return queued(&submission),
        Some(Settlement::Rejected(failure)) => Failure::from(failure).submission(submission),
        Some(Settlement::Unsent(reason)) => Failure::new(reason.code, reason.error).submission(submission),
        Some(Settlement::Unknown(failure)) => unknown(submission, &failure.reason()),
        None => unknown(submission, &not_stored),
    };
    Err(match kind {
        ReplyKind::First => failure,
        ReplyKind::Replayed => replayed(failure),
    })
}

/// The problem of an earlier request with the same idempotency key.
pub(super) fn replayed(failure: Failure) -> Failure {
    failure.header(REPLAYED_HEADER, "true")
}

/// A reply, marked if it is that of an earlier request with the same idempotency key.
pub(super) fn with_replay(reply: Reply, kind: ReplyKind) -> Reply {
    match kind {
        ReplyKind::First => reply,
        ReplyKind::Replayed => reply.header(REPLAYED_HEADER, "true"),
    }
}

/// The service's response, verbatim.
pub(super) fn accepted(answer: &StoredAnswer, kind: ReplyKind) -> Result<Reply, Failure> {
    Ok(with_replay(Reply::json_text(answer.status, answer.body.clone()), kind))
}

pub(super) fn unknown(submission: SubmissionId, reason: &ErrorReason) -> Failure {
    let error = format!(
        "{} The service may still have acted on the prompt. Docket keeps the prompt and does not resend it automatically.",
        reason.error
    );
    Failure::new(ProblemCode::OutcomeUnknown, error).submission(submission)
}

pub(super) fn discarded(submission: SubmissionId) -> Failure {
    let error = "The submission was cancelled or discarded.";
    Failure::new(ProblemCode::SubmissionState, error).submission(submission)
}

pub(super) fn possible_duplicate(submission: SubmissionId) -> Failure {
    let error = "You sent the same prompt a moment ago. Confirm to send it again.";
    Failure::new(ProblemCode::PossibleDuplicate, error).submission(submission)
}

pub(super) fn queue_full() -> Failure {
    let error = "The job has the maximum number of queued follow-ups. Cancel one first.";
    Failure::new(ProblemCode::QueueFull, error)
}

pub(super) fn key_reused() -> Failure {
    let error = format!("{IDEMPOTENCY_HEADER} belongs to another request.");
    Failure::new(ProblemCode::IdempotencyConflict, error).field(IDEMPOTENCY_HEADER)
}

pub(super) fn follow_up_in_flight() -> Failure {
    let error = "Docket is still sending another follow-up of this job.";
    Failure::new(ProblemCode::FollowUpInFlight, error)
}
