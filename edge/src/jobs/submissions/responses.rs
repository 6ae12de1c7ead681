//! The answer to each decision and outcome of a submission.

use docket_core::jobs::{Settlement, StateConflict, StoredAnswer};
use docket_wire::{Fault, IDEMPOTENCY_HEADER, ProblemCode, SubmissionId, SubmissionState, UnixMs};
use worker::Response;

use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

/// Marks the answer to an idempotency key that was used before.
const REPLAYED_HEADER: &str = "Idempotency-Replayed";

/// The answer once a submission is settled. `None` if it could not be settled.
pub(super) fn settled(
    settlement: Option<Settlement>,
    submission: SubmissionId,
    is_replayed: bool,
) -> Result<Response, Failure> {
    match settlement {
        Some(Settlement::Accepted(answer)) => accepted(&answer, is_replayed),
        Some(Settlement::Rejected(failure)) => Err(Failure::from(failure).submission(submission)),
        Some(Settlement::Unknown(failure)) => Err(unknown(submission, &failure.fault())),
        None => Err(Failure::internal("a submission was not settled")),
    }
}

/// The service's own answer, word for word.
pub(super) fn accepted(answer: &StoredAnswer, is_replayed: bool) -> Result<Response, Failure> {
    let reply = Reply::json_text(answer.status, answer.body.clone());
    let reply = if is_replayed { reply.header(REPLAYED_HEADER, "true") } else { reply };
    Ok(reply.into_response()?)
}

pub(super) fn rejected(submission: SubmissionId, reason: Fault, retry_at: Option<UnixMs>) -> Failure {
    let failure = Failure::new(reason.code, reason.error).submission(submission);
    match retry_at {
        Some(at) => failure.retry_after_s(at.since_ms(clock::now()).max(0).unsigned_abs().div_ceil(1000)),
        None => failure,
    }
}

pub(super) fn unknown(submission: SubmissionId, reason: &Fault) -> Failure {
    let error = format!(
        "{} The service may still have acted on the prompt. Docket keeps the prompt and does not resend it automatically.",
        reason.error
    );
    Failure::new(ProblemCode::OutcomeUnknown, error).submission(submission)
}

pub(super) fn discarded(submission: SubmissionId) -> Failure {
    state_conflict(&StateConflict::State(SubmissionState::Discarded)).submission(submission)
}

pub(super) fn possible_duplicate(submission: SubmissionId) -> Failure {
    let error = "You sent the same prompt a moment ago. Confirm to send it again.";
    Failure::new(ProblemCode::PossibleDuplicate, error).submission(submission)
}

pub(super) fn queue_full() -> Failure {
    let error = "The job has the most queued follow-ups that Docket allows. Cancel one first.";
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

/// Why an action on a submission is not possible.
pub(super) fn state_conflict(conflict: &StateConflict) -> Failure {
    let error = match conflict {
        StateConflict::UnknownSubmission => {
            let error = "The ledger does not have this submission.";
            return Failure::new(ProblemCode::UnknownSubmission, error);
        }
        StateConflict::OtherJob => {
            return Failure::invalid("job", "job must be the job that the submission follows up.");
        }
        StateConflict::State(SubmissionState::Queued) => "The submission is queued.",
        StateConflict::State(SubmissionState::Sending) => "The submission is being sent.",
        StateConflict::State(SubmissionState::Accepted) => "The service accepted the submission.",
        StateConflict::State(SubmissionState::Rejected { .. }) => "The submission was rejected.",
        StateConflict::State(SubmissionState::Unknown { .. }) => "The outcome of the submission is unknown.",
        StateConflict::State(SubmissionState::Discarded) => "The submission was cancelled or discarded.",
    };
    Failure::new(ProblemCode::SubmissionState, error)
}
