//! Conflicts with what the ledger has, as a [`Failure`].

use docket_core::jobs::{NoteConflict, PatchConflict, StateConflict, TemplateConflict};
use docket_wire::{ProblemCode, SubmissionState};

use super::Failure;

impl Failure {
    pub(crate) fn unknown_job() -> Self {
        Self::new(ProblemCode::UnknownJob, "The ledger does not have this job.")
    }
}

impl From<NoteConflict> for Failure {
    fn from(conflict: NoteConflict) -> Self {
        Self::new(conflict.code(), conflict.to_string())
    }
}

impl From<PatchConflict> for Failure {
    fn from(conflict: PatchConflict) -> Self {
        match conflict {
            PatchConflict::UnknownJob => Self::unknown_job(),
            PatchConflict::FollowUpsQueued => {
                let error = "polling cannot be false while the job has queued follow-ups. Cancel them first.";
                Self::new(ProblemCode::SubmissionState, error).field("polling")
            }
        }
    }
}

impl From<TemplateConflict> for Failure {
    fn from(conflict: TemplateConflict) -> Self {
        let (code, field) = conflict.code();
        let failure = Self::new(code, conflict.to_string());
        match field {
            Some(field) => failure.field(field),
            None => failure,
        }
    }
}

impl From<StateConflict> for Failure {
    fn from(conflict: StateConflict) -> Self {
        let error = match conflict {
            StateConflict::UnknownSubmission => {
                let error = "The ledger does not have this submission.";
                return Self::new(ProblemCode::UnknownSubmission, error);
            }
            StateConflict::OtherJob => {
                return Self::invalid("job", "job must be the job that this follow-up belongs to.");
            }
            StateConflict::PromptDeleted { after_days } => {
                let error = format!("The text of the prompt was deleted after {after_days} days.");
                return Self::new(ProblemCode::SubmissionState, error);
            }
            StateConflict::JobHasCreate => "Another submission created this job.",
            StateConflict::State(SubmissionState::Queued) => "The submission is queued.",
            StateConflict::State(SubmissionState::Sending) => "The submission is being sent.",
            StateConflict::State(SubmissionState::Accepted) => "The service accepted the submission.",
            StateConflict::State(SubmissionState::Rejected { .. }) => "The submission was rejected.",
            StateConflict::State(SubmissionState::Unknown { .. }) => {
                "The outcome of the submission is unknown."
            }
            StateConflict::State(SubmissionState::Discarded) => "The submission was cancelled or discarded.",
        };
        Self::new(ProblemCode::SubmissionState, error)
    }
}
