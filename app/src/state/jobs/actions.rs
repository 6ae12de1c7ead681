//! What a person can do with a submission in a given state. Pure.

use docket_wire::{JobId, Submission, SubmissionKind, SubmissionState};

use crate::state::question::Question;
use crate::texts::general;
use crate::texts::jobs::submissions as texts;

/// Something that a person can do with a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SubmissionAction {
    /// Match it to the job that it started.
    Match,
    /// Confirm that the follow-up reached its job.
    Arrived,
    /// Send it once more.
    Resend,
    /// Copy its text into the composer.
    EditAsNew,
    /// Change the text of a queued follow-up.
    Edit,
    /// Cancel a queued follow-up, and copy its text into the composer.
    Cancel,
    /// Start a new job that continues the ended one.
    NewJob,
    Discard,
}

impl SubmissionAction {
    /// The label of its button.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Match => texts::MATCH_TO_A_JOB,
            Self::Arrived => texts::IT_ARRIVED,
            Self::Resend => texts::SEND_AGAIN,
            Self::EditAsNew => texts::EDIT_AS_NEW,
            Self::Edit => texts::EDIT,
            Self::Cancel => general::CANCEL,
            Self::NewJob => texts::START_NEW_JOB,
            Self::Discard => texts::DISCARD,
        }
    }

    /// The key of its button, while the focus is on the submission.
    pub(crate) fn shortcut(self) -> &'static str {
        match self {
            // No submission has both.
            Self::Match | Self::Arrived => "a",
            Self::Resend => ".",
            Self::EditAsNew => "n",
            Self::Edit => "e",
            Self::Cancel => "q",
            Self::NewJob => "b",
            Self::Discard => "d",
        }
    }

    /// Whether it opens a form first.
    pub(crate) fn has_form(self) -> bool {
        matches!(self, Self::Match | Self::Edit)
    }

    /// Whether it destroys something, or may do something twice.
    pub(crate) fn is_dangerous(self, state: &SubmissionState) -> bool {
        self == Self::Discard || self == Self::Resend && matches!(state, SubmissionState::Unknown { .. })
    }

    /// What to ask before it is carried out. `has_draft` is whether a new job is being written.
    pub(crate) fn question(self, state: &SubmissionState, has_draft: bool) -> Option<Question> {
        let (text, yes, no) = match self {
            Self::Resend if self.is_dangerous(state) => {
                (texts::MAY_RUN_TWICE, texts::SEND_IT_ANYWAY, texts::DO_NOT_SEND)
            }
            Self::Discard => (texts::DISCARD_IS_FINAL, texts::DISCARD_IT, general::KEEP_IT),
            Self::NewJob if has_draft => {
                (texts::DRAFT_IS_NOT_EMPTY, texts::REPLACE_THE_DRAFT, texts::KEEP_THE_DRAFT)
            }
            _ => return None,
        };
        Some(Question { text, yes, no })
    }
}

/// The actions of a submission. `has_ended` is whether the job that it follows up has ended.
pub(crate) fn actions(submission: &Submission, has_ended: bool) -> &'static [SubmissionAction] {
    use SubmissionAction as A;
    use SubmissionKind as K;
    use SubmissionState as S;
    match (&submission.state, submission.kind) {
        // Every other action needs the text of the prompt.
        (S::Rejected { .. }, _) if submission.prompt_deleted_after_days.is_some() => &[A::Discard],
        (_, _) if submission.prompt_deleted_after_days.is_some() => &[],
        (S::Sending | S::Accepted, _) => &[],
        (S::Queued, _) => &[A::Edit, A::Cancel],
        (S::Rejected { .. }, K::FollowUp) if has_ended => &[A::NewJob, A::EditAsNew, A::Resend, A::Discard],
        (S::Rejected { .. }, _) => &[A::EditAsNew, A::Resend, A::Discard],
        (S::Unknown { .. }, K::Create) => &[A::Match, A::Resend, A::EditAsNew, A::Discard],
        (S::Unknown { .. }, K::FollowUp) => &[A::Arrived, A::Resend, A::EditAsNew, A::Discard],
        (S::Discarded, _) => &[A::EditAsNew],
    }
}

/// Parses the id of a job, as a person pasted it.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub(crate) fn job_id(text: &str) -> Result<JobId, String> {
    match text.trim() {
        "" => Err(texts::TYPE_A_JOB_ID.to_owned()),
        text => text.parse().map_err(|invalid| texts::invalid_job_id(&invalid)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use docket_wire::{ErrorReason, ProblemCode};

    use super::*;
    use crate::sample;

    fn reason() -> ErrorReason {
        ErrorReason { code: ProblemCode::ServiceRejected, error: "No.".into() }
    }

    #[test]
    fn actions_follow_from_the_state() {
        let actions_of = |kind, state, has_ended| {
            let submission = Submission { kind, ..sample::create("s", state, 1) };
            actions(&submission, has_ended)
        };
        let (create, follow_up) = (SubmissionKind::Create, SubmissionKind::FollowUp);
        let unknown = || SubmissionState::Unknown { reason: reason() };
        let rejected = || SubmissionState::Rejected { reason: reason() };
        assert!(actions_of(create, SubmissionState::Sending, false).is_empty());
        assert!(actions_of(follow_up, SubmissionState::Accepted, true).is_empty());
        assert_eq!(
            actions_of(follow_up, SubmissionState::Queued, false),
            [SubmissionAction::Edit, SubmissionAction::Cancel]
        );
        assert!(actions_of(create, unknown(), false).contains(&SubmissionAction::Match));
        assert!(
            !actions_of(follow_up, unknown(), false).contains(&SubmissionAction::Match),
            "the job of a follow-up is known"
        );
        assert!(actions_of(follow_up, rejected(), true).contains(&SubmissionAction::NewJob));
        for (kind, has_ended) in [(follow_up, false), (create, true)] {
            assert!(!actions_of(kind, rejected(), has_ended).contains(&SubmissionAction::NewJob));
        }
        let deleted = Submission { prompt_deleted_after_days: Some(7), ..sample::create("s", rejected(), 1) };
        assert_eq!(actions(&deleted, true), [SubmissionAction::Discard], "the others need the text");
        for state in [unknown(), rejected()] {
            assert!(
                actions_of(create, state.clone(), false).contains(&SubmissionAction::EditAsNew),
                "the text of {state:?} can be edited"
            );
            assert!(actions_of(create, state, false).contains(&SubmissionAction::Resend));
        }
    }

    #[test]
    fn no_two_actions_of_a_submission_have_the_same_key() {
        let states = [
            SubmissionState::Queued,
            SubmissionState::Rejected { reason: reason() },
            SubmissionState::Unknown { reason: reason() },
            SubmissionState::Discarded,
        ];
        for state in states {
            for (kind, has_ended) in [(SubmissionKind::Create, false), (SubmissionKind::FollowUp, true)] {
                let submission = Submission { kind, ..sample::create("s", state.clone(), 1) };
                let mut seen = BTreeSet::new();
                for action in actions(&submission, has_ended) {
                    assert!(seen.insert(action.shortcut()), "{state:?}: {action:?}");
                }
            }
        }
    }

    #[test]
    fn what_may_happen_twice_or_is_lost_is_asked_first() {
        let unknown = SubmissionState::Unknown { reason: reason() };
        let rejected = SubmissionState::Rejected { reason: reason() };
        assert!(SubmissionAction::Resend.question(&unknown, false).is_some());
        assert!(SubmissionAction::Resend.question(&rejected, false).is_none(), "the service did not take it");
        assert!(SubmissionAction::Discard.question(&rejected, false).is_some());
        assert!(
            SubmissionAction::Cancel.question(&SubmissionState::Queued, false).is_none(),
            "its text is kept"
        );
        assert!(SubmissionAction::NewJob.question(&rejected, true).is_some());
        assert!(SubmissionAction::NewJob.question(&rejected, false).is_none());
    }
}
