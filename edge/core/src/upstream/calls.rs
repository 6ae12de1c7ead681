//! How the latest calls to the service went, and when that is worth a write: written rows are billed.

use docket_wire::{FailedCall, MINUTE_MS, ServiceCalls, UnixMs};

use super::failure::CallFailure;

/// A stored time is at most this much earlier than the real one.
const STORED_EVERY_MS: i64 = 5 * MINUTE_MS;

/// A failure says for this long that the service fails. While jobs are active, another call is made within a third of it.
const FAILED_RECENTLY_MS: i64 = 30 * MINUTE_MS;

/// The last successful call, and the last one that failed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LatestCalls {
    pub succeeded_at: Option<UnixMs>,
    pub failed: Option<FailedCall>,
}

impl LatestCalls {
    /// Records the outcome of a call. A rejection of its content says nothing about the key, the connection or the service.
    pub fn record(&mut self, failure: Option<&CallFailure>, now: UnixMs) {
        match failure {
            None => self.succeeded_at = Some(now),
            Some(CallFailure::NotFound { .. } | CallFailure::Rejected { .. }) => {}
            Some(failure) => self.failed = Some(FailedCall { at: now, reason: failure.reason() }),
        }
    }

    /// Whether this differs from what is stored by more than a few minutes.
    #[must_use]
    pub fn is_worth_storing(&self, stored: &Self) -> bool {
        let is_later = |at: Option<UnixMs>, stored: Option<UnixMs>| match (at, stored) {
            (Some(at), Some(stored)) => at.since_ms(stored) >= STORED_EVERY_MS,
            (at, stored) => at != stored,
        };
        let (failing, stored_failing) = (self.failing(), stored.failing());
        let code = |failed: Option<&FailedCall>| failed.map(|failed| failed.reason.code);
        code(failing) != code(stored_failing)
            || is_later(self.succeeded_at, stored.succeeded_at)
            || is_later(failing.map(|failed| failed.at), stored_failing.map(|failed| failed.at))
    }

    /// The last call, if it failed.
    fn failing(&self) -> Option<&FailedCall> {
        self.failed.as_ref().filter(|failed| self.succeeded_at.is_none_or(|at| failed.at >= at))
    }

    /// How long no call has succeeded, if the last one failed a short while ago; otherwise 0: without calls, nobody knows.
    #[must_use]
    pub fn failing_ms(&self, now: UnixMs) -> i64 {
        let since = |failed: &FailedCall| self.succeeded_at.unwrap_or(failed.at);
        let recent = self.failing().filter(|failed| now.since_ms(failed.at) <= FAILED_RECENTLY_MS);
        recent.map_or(0, |failed| now.since_ms(since(failed)).max(1))
    }

    /// The calls as the API reports them.
    #[must_use]
    pub fn report(&self) -> ServiceCalls {
        ServiceCalls { succeeded_at: self.succeeded_at, failure: self.failing().cloned() }
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::ProblemCode;

    use super::*;

    fn calls(outcomes: &[(i64, Option<CallFailure>)]) -> LatestCalls {
        let mut calls = LatestCalls::default();
        for (at, failure) in outcomes {
            calls.record(failure.as_ref(), UnixMs(*at));
        }
        calls
    }

    fn failing_code(calls: &LatestCalls) -> Option<ProblemCode> {
        calls.report().failure.map(|failure| failure.reason.code)
    }

    const KEY: Option<CallFailure> = Some(CallFailure::RejectedKey { status: 401, error: None });

    #[test]
    fn only_a_failure_after_the_last_success_is_reported() {
        assert_eq!(calls(&[]).report(), ServiceCalls::default());
        assert_eq!(failing_code(&calls(&[(1, None), (2, KEY)])), Some(ProblemCode::ServiceRejectedKey));
        assert_eq!(failing_code(&calls(&[(1, KEY), (2, None)])), None);
    }

    #[test]
    fn the_service_fails_since_it_last_answered() {
        let now = UnixMs(60_000);
        assert_eq!(calls(&[(1, KEY), (2, None)]).failing_ms(now), 0);
        assert_eq!(calls(&[(10_000, None), (50_000, KEY)]).failing_ms(now), 50_000);
        assert_eq!(calls(&[(50_000, KEY)]).failing_ms(now), 10_000);
        let hours_later = UnixMs(10_000_000);
        assert_eq!(
            calls(&[(50_000, KEY)]).failing_ms(hours_later),
            0,
            "no job is active, and nothing is called"
        );
    }

    #[test]
    fn a_rejected_prompt_is_neither_a_success_nor_a_failure() {
        let rejected = Some(CallFailure::Rejected { status: 422, error: "No.".into() });
        let missing = Some(CallFailure::NotFound { error: "No.".into() });
        assert_eq!(calls(&[(1, KEY), (2, rejected), (3, missing)]), calls(&[(1, KEY)]));
    }

    #[test]
    fn steady_outcomes_are_stored_once_in_five_minutes_and_a_turn_at_once() {
        let minute = 60_000;
        for (before, after, is_stored) in [
            (vec![], vec![(0, None)], true),
            (vec![(0, None)], vec![(4 * minute, None)], false),
            (vec![(0, None)], vec![(5 * minute, None)], true),
            (vec![(0, KEY)], vec![(4 * minute, KEY)], false),
            (vec![(0, KEY)], vec![(5 * minute, KEY)], true),
            (vec![(0, KEY)], vec![(1, Some(CallFailure::Unreachable))], true),
            (vec![(0, None)], vec![(1, KEY)], true),
            (vec![(0, KEY)], vec![(1, None)], true),
            (vec![(0, None), (1, KEY)], vec![(2, None)], true),
        ] {
            let stored = calls(&before);
            let latest = calls(&[before.clone(), after.clone()].concat());
            assert_eq!(latest.is_worth_storing(&stored), is_stored, "{before:?} {after:?}");
        }
    }
}
