//! How a submission was resolved.

use docket_wire::SubmissionState;

/// What became of a submission, as far as the draft that it came from is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Docket has sent it, or sends it again.
    Sent,
    /// Nobody sends it any more.
    Discarded,
}

impl Resolution {
    /// The resolution of a submission in this state, or `None` if there is none yet.
    pub(crate) fn of(state: &SubmissionState) -> Option<Self> {
        match state {
            SubmissionState::Accepted => Some(Self::Sent),
            SubmissionState::Discarded => Some(Self::Discarded),
            _ => None,
        }
    }
}
