//! What a person can change about the polling of a job. Pure.

use docket_wire::{JobEntry, Polling};

/// What a person can set the polling of a job to: off (`false`), on (`true`), or neither.
pub(crate) fn polling_toggle(job: &JobEntry) -> Option<bool> {
    match job.polling {
        Polling::Scheduled { .. } => Some(false),
        Polling::Stopped | Polling::Suspended { .. } => Some(true),
        Polling::Ended => None,
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{ErrorReason, ProblemCode, UnixMs};

    use super::*;
    use crate::sample;

    #[test]
    fn polling_can_be_stopped_and_resumed() {
        let reason = ErrorReason { code: ProblemCode::ServiceRejected, error: "No.".into() };
        let toggle = |polling| polling_toggle(&JobEntry { polling, ..sample::job("a", 1) });
        assert_eq!(toggle(Polling::Scheduled { next_at: UnixMs(1), last_error: None }), Some(false));
        assert_eq!(toggle(Polling::Stopped), Some(true));
        assert_eq!(toggle(Polling::Suspended { reason }), Some(true));
        assert_eq!(toggle(Polling::Ended), None);
    }
}
