use docket_wire::{DateOrTime, ErrorReason, ProblemCode, UnixMs};

use super::budget::Budget;

/// A budget has no request left for a caller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.error)]
pub struct Exhausted {
    pub reason: ErrorReason,
    /// When one is left; `None` if the caller allows no request. A person may end a pause before.
    pub retry_at: Option<UnixMs>,
}

impl Budget {
    /// Why no request is left. `cause` begins the sentence unless the service asked for a pause, and `effect` ends it.
    pub(crate) fn exhausted(&self, cause: &str, effect: &str) -> Exhausted {
        let reason = match self.waits_for_pause() {
            Some(until) => {
                let until = DateOrTime::from_unix_ms(until);
                let error = format!("The documentation service asked Docket to wait until {until}{effect}");
                ErrorReason { code: ProblemCode::ServicePaused, error }
            }
            None => ErrorReason { code: ProblemCode::BudgetExhausted, error: format!("{cause}{effect}") },
        };
        Exhausted { reason, retry_at: Some(self.resets_at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_is_named_only_if_it_is_what_a_request_waits_for() {
        let at = |second: i64| UnixMs(1_790_000_000_000 + second * 1000);
        let paused = "The documentation service asked Docket to wait until 2026-09-21T14:13:50Z, so wait.";
        let none_left = "The budget is exhausted, so wait.";
        for (resets_at, paused_until, code, error) in [
            (at(30), Some(at(30)), ProblemCode::ServicePaused, paused),
            (at(40), Some(at(30)), ProblemCode::BudgetExhausted, none_left),
            (at(40), None, ProblemCode::BudgetExhausted, none_left),
        ] {
            let budget = Budget { limit: 1, remaining: 0, resets_at, paused_until };
            let exhausted = budget.exhausted("The budget is exhausted", ", so wait.");
            let reason = ErrorReason { code, error: error.to_owned() };
            assert_eq!(exhausted, Exhausted { reason, retry_at: Some(resets_at) });
            assert_eq!(exhausted.to_string(), error);
        }
    }
}
