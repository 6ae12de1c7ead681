//! What the desk answers to a prompt.

use docket_core::ledger::{Settled, StoredAnswer};
use docket_wire::{Fault, ProblemCode, SubmissionId};
use worker::Response;

use crate::failure::Failure;
use crate::reply::Reply;

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
        Some(Settled::Refused(failure)) => Err(Failure::from(failure).submission(submission)),
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
