//! From rows to what is shown, and back.

use docket_wire::{
    CallerName, Fault, InvalidId, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::storage::{DatabaseError, Row};

pub(super) fn json(value: &impl Serialize) -> Result<String, DatabaseError> {
    serde_json::to_string(value).map_err(|error| DatabaseError(error.to_string()))
}

pub(super) fn parse_json<T: DeserializeOwned>(text: &str) -> Result<T, DatabaseError> {
    serde_json::from_str(text).map_err(|error| DatabaseError(error.to_string()))
}

pub(super) fn unsigned(number: i64) -> Result<u64, DatabaseError> {
    u64::try_from(number).map_err(|_| DatabaseError(format!("wanted a count, found {number}")))
}

pub(super) fn id_or_null<T: TryFrom<String, Error = InvalidId>>(
    row: &mut Row,
) -> Result<Option<T>, DatabaseError> {
    row.text_or_null()?.map(T::try_from).transpose().map_err(|broken| DatabaseError(broken.to_string()))
}

/// The columns that [`submission`] wants, in its order.
pub(super) const SUBMISSION_COLUMNS: &str =
    "id, kind, job_id, prompt, author, submitted_at, state, fault, revision";

/// Reads a submission from [`SUBMISSION_COLUMNS`].
pub(super) fn submission(mut row: Row) -> Result<Submission, DatabaseError> {
    let id: SubmissionId = row.parsed()?;
    let kind = match row.text()?.as_str() {
        "create" => SubmissionKind::Create,
        "follow_up" => SubmissionKind::FollowUp,
        other => return Err(DatabaseError(format!("no such kind of submission: {other}"))),
    };
    let job = id_or_null(&mut row)?;
    let prompt = row.text()?;
    let author = CallerName(row.text()?);
    let submitted_at = UnixMs(row.integer()?);
    let state = row.text()?;
    let fault: Option<Fault> = row.text_or_null()?.map(|text| parse_json(&text)).transpose()?;
    let state = match (state.as_str(), fault) {
        (QUEUED, _) => SubmissionState::Queued,
        (DISCARDED, _) => SubmissionState::Discarded,
        (SENDING, _) => SubmissionState::Sending,
        (ACCEPTED, _) => SubmissionState::Accepted,
        (REJECTED, Some(reason)) => SubmissionState::Rejected { reason },
        (UNKNOWN, Some(reason)) => SubmissionState::Unknown { reason },
        (other, _) => return Err(DatabaseError(format!("no such state of a submission: {other}"))),
    };
    Ok(Submission { id, kind, job, prompt, author, submitted_at, state, revision: unsigned(row.integer()?)? })
}

/// Submissions that wait for something or somebody. Of an index over a part of a table SQLite makes use only where the
/// very condition stands in the query: whoever looks for some of these states says this too, and need not go through all
/// that was ever sent.
pub(super) const IS_OPEN: &str = "state IN ('queued', 'sending', 'rejected', 'unknown')";

/// States of a submission, as they are stored.
pub(super) const QUEUED: &str = "queued";
pub(super) const DISCARDED: &str = "discarded";
pub(super) const SENDING: &str = "sending";
pub(super) const ACCEPTED: &str = "accepted";
pub(super) const REJECTED: &str = "rejected";
pub(super) const UNKNOWN: &str = "unknown";
