//! What can be done about a submission or a job in a given state. Pure.

use docket_wire::{InvalidLabel, JobEntry, Label, Polling, Submission, SubmissionKind, SubmissionState};

/// Something that a person can do about a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    /// Name the job that it made.
    JobRef,
    /// Say that the follow-up did reach its job.
    Arrived,
    /// Send it once more.
    Resend,
    /// Put its text back where it was written.
    PutBack,
    /// Write a waiting follow-up anew.
    Edit,
    /// Take a waiting follow-up back, with its text.
    TakeBack,
    /// Begin a new job with what the ended one was about.
    NewJob,
    /// Want nothing more of it.
    Discard,
}

impl Offer {
    /// What its button says.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::JobRef => "Attach a job",
            Self::Arrived => "It did arrive",
            Self::Resend => "Send again",
            Self::PutBack => "Put the text back",
            Self::Edit => "Edit",
            Self::TakeBack => "Take back",
            Self::NewJob => "Start a new job with this context",
            Self::Discard => "Discard",
        }
    }

    /// Whether it wants to know more before anything is done.
    pub(crate) fn asks(self) -> bool {
        matches!(self, Self::JobRef | Self::Edit)
    }
}

/// What is offered for a submission. `has_ended` says whether the job that it follows up has.
pub(crate) fn offers(submission: &Submission, has_ended: bool) -> &'static [Offer] {
    use Offer as O;
    use SubmissionKind as K;
    use SubmissionState as S;
    match (&submission.state, submission.kind) {
        (S::Sending | S::Accepted, _) => &[],
        (S::Queued, _) => &[O::Edit, O::TakeBack],
        (S::Rejected { .. }, K::FollowUp) if has_ended => &[O::NewJob, O::PutBack, O::Resend, O::Discard],
        (S::Rejected { .. }, _) => &[O::PutBack, O::Resend, O::Discard],
        (S::Unknown { .. }, K::Create) => &[O::JobRef, O::Resend, O::PutBack, O::Discard],
        (S::Unknown { .. }, K::FollowUp) => &[O::Arrived, O::Resend, O::PutBack, O::Discard],
        (S::Discarded, _) => &[O::PutBack],
    }
}

/// Whether watching the job can be stopped (`false`) or begun again (`true`).
pub(crate) fn watch_offer(job: &JobEntry) -> Option<bool> {
    match job.polling {
        Polling::Scheduled { .. } => Some(false),
        Polling::Stopped | Polling::Suspended { .. } => Some(true),
        Polling::Ended => None,
    }
}

/// The labels in a text, apart by commas.
///
/// # Errors
/// If one of them is none.
pub(crate) fn labels(text: &str) -> Result<Vec<Label>, InvalidLabel> {
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| Label::try_from(word.to_owned())).collect()
}

/// The same the other way round.
pub(crate) fn labels_text(labels: &[Label]) -> String {
    labels.iter().map(Label::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use docket_wire::{Fault, ProblemCode, UnixMs};

    use super::*;
    use crate::state::sample;

    fn fault() -> Fault {
        Fault { code: ProblemCode::ServiceRejected, error: "No.".into() }
    }

    #[test]
    fn what_is_offered_follows_from_the_state() {
        let of = |kind, state, has_ended| {
            let submission = Submission { kind, ..sample::create("s", state, 1) };
            offers(&submission, has_ended)
        };
        let (create, follow_up) = (SubmissionKind::Create, SubmissionKind::FollowUp);
        let unknown = || SubmissionState::Unknown { reason: fault() };
        let refused = || SubmissionState::Rejected { reason: fault() };
        assert!(of(create, SubmissionState::Sending, false).is_empty());
        assert!(of(follow_up, SubmissionState::Accepted, true).is_empty());
        assert_eq!(of(follow_up, SubmissionState::Queued, false), [Offer::Edit, Offer::TakeBack]);
        assert!(of(create, unknown(), false).contains(&Offer::JobRef));
        assert!(!of(follow_up, unknown(), false).contains(&Offer::JobRef), "its job is known");
        assert!(of(follow_up, refused(), true).contains(&Offer::NewJob));
        for (kind, has_ended) in [(follow_up, false), (create, true)] {
            assert!(!of(kind, refused(), has_ended).contains(&Offer::NewJob));
        }
        for state in [unknown(), refused()] {
            assert!(of(create, state.clone(), false).contains(&Offer::PutBack), "{state:?} keeps its text");
            assert!(of(create, state, false).contains(&Offer::Resend));
        }
    }

    #[test]
    fn watching_can_be_stopped_and_begun_again() {
        let of = |polling| watch_offer(&JobEntry { polling, ..sample::job("a", 1) });
        assert_eq!(of(Polling::Scheduled { next_at: UnixMs(1), last_error: None }), Some(false));
        assert_eq!(of(Polling::Stopped), Some(true));
        assert_eq!(of(Polling::Suspended { reason: fault() }), Some(true));
        assert_eq!(of(Polling::Ended), None);
    }

    #[test]
    fn labels_are_apart_by_commas() {
        let found = labels(" sdk 4, ,docs,").unwrap();
        assert_eq!(labels_text(&found), "sdk 4, docs");
        assert!(labels("").unwrap().is_empty());
        assert!(labels(&"x".repeat(41)).is_err());
    }
}
