//! Conflicts with what the ledger has, as a [`Failure`].

use docket_core::jobs::{NoteConflict, PatchConflict, StateConflict, SubmissionChange, TemplateConflict};
use docket_wire::{ProblemCode, SubmissionState};

use crate::http::failure::Failure;

impl Failure {
    pub(super) fn unknown_job() -> Self {
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
                format!("The text of the prompt was deleted after {after_days} days.")
            }
            StateConflict::JobHasCreate => "Another submission created this job.".to_owned(),
            StateConflict::State { change, state } => {
                format!("{}; this one {}.", rule_of(change), text_of(&state))
            }
        };
        Self::new(ProblemCode::SubmissionState, error)
    }
}

/// In which states a change is possible.
fn rule_of(change: SubmissionChange) -> &'static str {
    match change {
        SubmissionChange::Edit => "Only a queued follow-up can be edited",
        SubmissionChange::Match => "Only a submission whose outcome is unknown can be matched to a job",
        SubmissionChange::Resend => {
            "Only a submission that was rejected, or whose outcome is unknown, can be resent"
        }
        SubmissionChange::Discard => {
            "Only a submission that is queued, was rejected, or has an unknown outcome can be cancelled or discarded"
        }
    }
}

/// The state of a submission, in a sentence about it.
fn text_of(state: &SubmissionState) -> &'static str {
    match state {
        SubmissionState::Queued => "is queued",
        SubmissionState::Sending => "is being sent",
        SubmissionState::Accepted => "was accepted",
        SubmissionState::Rejected { .. } => "was rejected",
        SubmissionState::Unknown { .. } => "has an unknown outcome",
        SubmissionState::Discarded => "was cancelled or discarded",
    }
}
