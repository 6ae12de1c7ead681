//! What follows if an object throws an exception instead of answering a request: the runtime reset it, or it is overloaded.

use docket_wire::ProblemCode;

use super::route::{RequestMethod, ResponseBudget, RouteRow};

/// What the runtime says about an exception.
#[derive(Debug, Clone, Copy)]
pub struct ObjectException {
    /// Another attempt may succeed.
    pub is_retryable: bool,
    /// The object has more to do than it can. Another attempt would add to it.
    pub is_overloaded: bool,
}

/// What to do after an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterException {
    /// Send the request again.
    Repeat,
    /// Respond with this problem.
    Fail(ProblemCode),
}

impl AfterException {
    /// Decides about a request for a route. A prompt with an idempotency key is sent once, however often its request is repeated.
    #[must_use]
    pub fn of(row: &RouteRow, has_key: bool, is_repeated: bool, exception: ObjectException) -> Self {
        let is_read = row.method == RequestMethod::Get;
        let has_prompt = !is_read && row.budget == Some(ResponseBudget::Prompts);
        let ObjectException { is_retryable, is_overloaded } = exception;
        if is_retryable && !is_overloaded && !is_repeated && (is_read || has_prompt && has_key) {
            Self::Repeat
        } else if has_prompt {
            Self::Fail(ProblemCode::OutcomeUnknown)
        } else if is_retryable || is_overloaded {
            Self::Fail(ProblemCode::Unavailable)
        } else {
            Self::Fail(ProblemCode::Internal)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::route::ROUTES;

    fn after(name: &str, has_key: bool, is_repeated: bool, flags: (bool, bool)) -> AfterException {
        let row = ROUTES.iter().find(|row| row.name == name).unwrap();
        let (is_retryable, is_overloaded) = flags;
        AfterException::of(row, has_key, is_repeated, ObjectException { is_retryable, is_overloaded })
    }

    const RESET: (bool, bool) = (true, false);
    const OVERLOADED: (bool, bool) = (false, true);
    const BROKEN: (bool, bool) = (false, false);

    #[test]
    fn a_prompt_that_may_have_been_sent_has_an_unknown_outcome() {
        let unknown = AfterException::Fail(ProblemCode::OutcomeUnknown);
        for name in ["create_job", "send_message", "queue_follow_up", "resend_submission"] {
            for flags in [RESET, OVERLOADED, BROKEN, (true, true)] {
                assert_eq!(after(name, false, false, flags), unknown, "{name} {flags:?}");
                assert_eq!(after(name, true, true, flags), unknown, "{name} {flags:?}");
            }
            assert_eq!(after(name, true, false, RESET), AfterException::Repeat, "{name}");
            assert_eq!(after(name, true, false, OVERLOADED), unknown, "{name}");
        }
    }

    #[test]
    fn only_a_read_is_repeated_without_a_key_and_only_once() {
        let unavailable = AfterException::Fail(ProblemCode::Unavailable);
        for name in ["jobs", "get_job", "live", "visitors", "visitors_export"] {
            assert_eq!(after(name, false, false, RESET), AfterException::Repeat, "{name}");
            for (is_repeated, flags) in [(true, RESET), (false, OVERLOADED), (false, (true, true))] {
                assert_eq!(after(name, false, is_repeated, flags), unavailable, "{name} {flags:?}");
            }
        }
        for name in ["patch_job", "import_job", "edit_submission", "put_note", "start_backfill"] {
            for flags in [RESET, OVERLOADED] {
                assert_eq!(after(name, true, false, flags), unavailable, "{name} {flags:?}");
            }
        }
        for name in ["jobs", "patch_job"] {
            let internal = AfterException::Fail(ProblemCode::Internal);
            assert_eq!(after(name, false, false, BROKEN), internal, "an error of Docket: {name}");
        }
    }
}
