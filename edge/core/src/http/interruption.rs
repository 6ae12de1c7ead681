//! What follows if an object throws an exception instead of answering a request or message: the runtime reset it, or it is overloaded.

use docket_wire::ProblemCode;

use super::route::{RequestInput, RequestMethod, ResponseBudget, RouteRow};

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

/// Whether a message of the Worker's own can be sent again, although its first attempt may have had its effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// Once: it only reads, or a second time changes nothing.
    Once,
    /// A second time would count, create or record something twice.
    Never,
}

impl AfterException {
    /// Decides about a message of the Worker's own.
    #[must_use]
    pub fn of_message(repeat: Repeat, is_repeated: bool, exception: ObjectException) -> Self {
        let may_repeat = repeat == Repeat::Once && !is_repeated;
        if exception.may_succeed_again() && may_repeat {
            Self::Repeat
        } else {
            Self::without_prompt(exception)
        }
    }

    /// Decides about a request for a route. A prompt with an idempotency key is sent once, however often its request is repeated.
    #[must_use]
    pub fn of(row: &RouteRow, has_key: bool, is_repeated: bool, exception: ObjectException) -> Self {
        let is_read = row.method == RequestMethod::Get;
        let has_prompt = !is_read && row.budget == Some(ResponseBudget::Prompts);
        // Only these inputs come with a key that the object reads.
        let is_sent_once = has_key && matches!(row.input, RequestInput::Prompt | RequestInput::FollowUp);
        if exception.may_succeed_again() && !is_repeated && (is_read || is_sent_once) {
            Self::Repeat
        } else if has_prompt {
            Self::Fail(ProblemCode::OutcomeUnknown)
        } else {
            Self::without_prompt(exception)
        }
    }

    fn without_prompt(ObjectException { is_retryable, is_overloaded }: ObjectException) -> Self {
        let is_temporary = is_retryable || is_overloaded;
        Self::Fail(if is_temporary { ProblemCode::Unavailable } else { ProblemCode::Internal })
    }
}

impl ObjectException {
    fn may_succeed_again(self) -> bool {
        self.is_retryable && !self.is_overloaded
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
            assert_eq!(after(name, true, false, OVERLOADED), unknown, "{name}");
        }
        for name in ["create_job", "send_message", "queue_follow_up"] {
            assert_eq!(after(name, true, false, RESET), AfterException::Repeat, "{name}");
        }
        // Nothing tells a second one from the first.
        assert_eq!(after("resend_submission", true, false, RESET), unknown);
    }

    #[test]
    fn a_message_is_repeated_once_if_that_changes_nothing() {
        let after = |repeat, is_repeated, (is_retryable, is_overloaded)| {
            AfterException::of_message(repeat, is_repeated, ObjectException { is_retryable, is_overloaded })
        };
        let unavailable = AfterException::Fail(ProblemCode::Unavailable);
        assert_eq!(after(Repeat::Once, false, RESET), AfterException::Repeat);
        assert_eq!(after(Repeat::Once, true, RESET), unavailable);
        assert_eq!(after(Repeat::Once, false, OVERLOADED), unavailable);
        assert_eq!(after(Repeat::Never, false, RESET), unavailable);
        assert_eq!(after(Repeat::Once, false, BROKEN), AfterException::Fail(ProblemCode::Internal));
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
