//! A submission as it is stored, with its whole prompt.

use docket_wire::{
    CallerName, ErrorReason, JobId, Label, Submission, SubmissionId, SubmissionKind, SubmissionState, UnixMs,
};

use crate::jobs::store::column::next;
use crate::jobs::store::jobs::{split_labels, title};
use crate::storage::{DatabaseError, Row};

/// One row of `submissions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRow {
    pub id: SubmissionId,
    /// Whether it creates a job or is a follow-up.
    pub kind: SubmissionKind,
    /// The job that it created or belongs to.
    pub job: Option<JobId>,
    pub prompt: StoredPrompt,
    pub author: CallerName,
    pub submitted_at: UnixMs,
    pub state: SubmissionState,
    /// The ledger's revision when the row last changed.
    pub revision: u64,
    /// Labels that its job gets when the service accepts it.
    pub labels: Vec<Label>,
}

/// The text of a prompt, while it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredPrompt {
    /// The whole text.
    Text(String),
    /// It was deleted, because it was older than this.
    Deleted {
        /// The days for which prompts were stored.
        after_days: u32,
    },
}

impl StoredPrompt {
    /// The text.
    ///
    /// # Errors
    /// If it was deleted: the prompt of a submission that is under way never is.
    pub fn text(&self) -> Result<&str, DatabaseError> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Deleted { .. } => Err(DatabaseError("the text of the prompt was deleted".to_owned())),
        }
    }

    pub(crate) fn read(row: &mut Row) -> Result<Self, DatabaseError> {
        let (text, days): (String, Option<u32>) = (next(row)?, next(row)?);
        Ok(days.map_or(Self::Text(text), |after_days| Self::Deleted { after_days }))
    }
}

impl SubmissionRow {
    pub(crate) const COLUMNS: &str =
        "id, kind, job_id, prompt, prompt_days, author, submitted_at, state, fault, revision, labels";

    pub(crate) fn read(row: &mut Row) -> Result<Self, DatabaseError> {
        Ok(Self {
            id: next(row)?,
            kind: next(row)?,
            job: next(row)?,
            prompt: StoredPrompt::read(row)?,
            author: next(row)?,
            submitted_at: next(row)?,
            state: read_state(&row.text()?, next(row)?)?,
            revision: next(row)?,
            labels: split_labels(next(row)?),
        })
    }

    /// The submission as the API shows it alone, with its whole prompt.
    pub(crate) fn shown(self) -> Submission {
        let Self { id, kind, job, prompt, author, submitted_at, state, revision, labels: _ } = self;
        let (title, prompt, prompt_deleted_after_days) = match prompt {
            StoredPrompt::Text(text) => (title(&text), Some(text), None),
            StoredPrompt::Deleted { after_days } => (String::new(), None, Some(after_days)),
        };
        Submission {
            id,
            kind,
            job,
            title,
            prompt,
            prompt_deleted_after_days,
            author,
            submitted_at,
            state,
            revision,
        }
    }
}

/// The columns `state` and `fault` of a state.
pub(crate) fn stored_state(state: &SubmissionState) -> (&'static str, Option<&ErrorReason>) {
    match state {
        SubmissionState::Queued => ("queued", None),
        SubmissionState::Sending => ("sending", None),
        SubmissionState::Accepted => ("accepted", None),
        SubmissionState::Rejected { reason } => ("rejected", Some(reason)),
        SubmissionState::Unknown { reason } => ("unknown", Some(reason)),
        SubmissionState::Discarded => ("discarded", None),
    }
}

pub(crate) fn read_state(state: &str, fault: Option<ErrorReason>) -> Result<SubmissionState, DatabaseError> {
    match (state, fault) {
        ("queued", _) => Ok(SubmissionState::Queued),
        ("sending", _) => Ok(SubmissionState::Sending),
        ("accepted", _) => Ok(SubmissionState::Accepted),
        ("rejected", Some(reason)) => Ok(SubmissionState::Rejected { reason }),
        ("unknown", Some(reason)) => Ok(SubmissionState::Unknown { reason }),
        ("discarded", _) => Ok(SubmissionState::Discarded),
        (state, _) => Err(DatabaseError(format!("unknown state of a submission, or no reason: {state}"))),
    }
}
