//! What the desk answers to a prompt.

use docket_core::jobs::{Settled, StateConflict, StoredAnswer, SubmitDecision};
use docket_wire::{Fault, IDEMPOTENCY_HEADER, ProblemCode, SubmissionId, SubmissionState};
use worker::Response;

use crate::http::failure::Failure;
use crate::http::reply::Reply;

/// Set on the answer to a key that came before.
const REPLAYED_HEADER: &str = "Idempotency-Replayed";

/// The answer to a submission that was waited for. `None` if it was never told.
pub(super) fn settled(
    settled: Option<Settled>,
    submission: SubmissionId,
    replayed: bool,
) -> Result<Response, Failure> {
    match settled {
        Some(Settled::Accepted(answer)) => accepted(&answer, replayed),
        Some(Settled::Rejected(failure)) => Err(Failure::from(failure).submission(submission)),
        Some(Settled::Unknown(failure)) => Err(unknown(submission, &failure.fault())),
        None => Err(Failure::internal("a submission was dropped before it was settled")),
    }
}

/// The service took it: its own answer, word for word.
pub(super) fn accepted(answer: &StoredAnswer, replayed: bool) -> Result<Response, Failure> {
    let reply = Reply::json_text(answer.status, answer.body.clone());
    let reply = if replayed { reply.header(REPLAYED_HEADER, "true") } else { reply };
    Ok(reply.into_response()?)
}

/// Nobody knows.
pub(super) fn unknown(submission: SubmissionId, reason: &Fault) -> Failure {
    let text = format!(
        "{} The service may have acted on the prompt all the same. Docket keeps it and does not send it again by itself.",
        reason.error
    );
    Failure::new(ProblemCode::OutcomeUnknown, text).submission(submission)
}

/// A prompt that the ledger did not let through, and does not keep for another try either.
pub(super) fn not_admitted(admission: SubmitDecision) -> Failure {
    match admission {
        SubmitDecision::KeyReused => Failure::new(
            ProblemCode::IdempotencyConflict,
            format!("{IDEMPOTENCY_HEADER} was used before for another request."),
        )
        .field(IDEMPOTENCY_HEADER),
        SubmitDecision::FollowUpInFlight => Failure::new(
            ProblemCode::FollowUpInFlight,
            "Another follow-up of this job is still on its way to the service.",
        ),
        SubmitDecision::PossibleDuplicate { submission, .. } => Failure::new(
            ProblemCode::PossibleDuplicate,
            "You sent the same prompt in a moment ago. Send it once more if you mean it.",
        )
        .submission(submission),
        SubmitDecision::Unknown { submission, reason } => unknown(submission, &reason),
        SubmitDecision::Discarded { submission } => {
            objection(&StateConflict::State(SubmissionState::Discarded)).submission(submission)
        }
        SubmitDecision::UnknownJob => {
            Failure::new(ProblemCode::UnknownJob, "The ledger does not have this job.")
        }
        SubmitDecision::QueueFull => Failure::new(
            ProblemCode::QueueFull,
            "As many follow-ups of this job wait as may. Take one back first.",
        ),
        SubmitDecision::Call { .. }
        | SubmitDecision::UnderWay { .. }
        | SubmitDecision::Queued { .. }
        | SubmitDecision::Replayed { .. }
        | SubmitDecision::Rejected { .. } => Failure::internal("an admission was not carried out"),
    }
}

/// Why something cannot be done with a submission.
pub(super) fn objection(objection: &StateConflict) -> Failure {
    let state = |text: &str| Failure::new(ProblemCode::SubmissionState, text);
    match objection {
        StateConflict::UnknownSubmission => {
            Failure::new(ProblemCode::UnknownSubmission, "The ledger does not have this submission.")
        }
        StateConflict::OtherJob => {
            Failure::invalid("job", "job must be the one that this is a follow-up of.")
        }
        StateConflict::State(SubmissionState::Queued) => {
            state("It waits for its turn and has not been sent yet.")
        }
        StateConflict::State(SubmissionState::Sending) => state("It is on its way to the service."),
        StateConflict::State(SubmissionState::Accepted) => state("The service has taken it."),
        StateConflict::State(SubmissionState::Rejected { .. }) => {
            state("It was refused, and not carried out.")
        }
        StateConflict::State(SubmissionState::Unknown { .. }) => state("Nobody knows what came of it."),
        StateConflict::State(SubmissionState::Discarded) => state("It was taken back or laid aside."),
    }
}
