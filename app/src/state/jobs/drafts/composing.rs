//! A prompt that is being written, and the state of its request. Pure.

use docket_wire::is_blank;

use super::draft::{ADDED, Draft};
use crate::api::{ApiError, Submitted};
use crate::state::stored_form::FormContent as _;
use crate::texts::jobs::composer as texts;

/// A prompt that is being written, and the state of its request.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Composing {
    pub draft: Draft,
    /// Whether the request is under way.
    pub is_sending: bool,
    /// Why the last attempt failed.
    pub error: Option<ApiError>,
    /// What became of the last prompt, until the next one is typed.
    pub sent: Option<Submitted>,
    /// Whether a reload would lose what was typed, because the browser's storage is full or disabled.
    pub is_unstored: bool,
    /// Whether the focus came here from an edit that was interrupted: the next keys that send may be meant to save it.
    pub(super) holds_keys: bool,
}

impl Composing {
    /// Replaces the text by what the person typed.
    pub(super) fn set_text(&mut self, text: String) {
        self.draft.text = text;
        self.sent = None;
        if self.draft.is_empty() {
            self.error = None;
        }
    }

    /// Begins a new draft; one that is being sent stays above the new text until it is accepted.
    pub(super) fn begin(&mut self, text: String) {
        if self.is_sending {
            return self.draft.add_to_sent(&text);
        }
        *self = Self { draft: Draft::new(text), ..Self::default() };
    }

    /// Adds the text of an earlier prompt below what is already there, unless that ends with it.
    pub(super) fn restore(&mut self, text: &str) {
        let written = self.draft.text.trim_end();
        let whole = if written.is_empty() {
            text.to_owned()
        } else if written.ends_with(text.trim_end()) {
            written.to_owned()
        } else {
            [written, ADDED, text].concat()
        };
        self.begin(whole);
    }

    /// Whether keys that send the text send it. The first ones after an edit that was interrupted do not, and get the reason if
    /// there is a text.
    pub(super) fn may_send_by_keys(&mut self) -> bool {
        let holds_keys = std::mem::take(&mut self.holds_keys);
        if holds_keys && !is_blank(&self.draft.text) {
            self.error = Some(ApiError::local(texts::EDIT_WAS_INTERRUPTED));
        }
        !holds_keys
    }

    /// Marks the draft as being sent. Returns its idempotency key; `fresh` creates one if the draft has none.
    pub(super) fn start(&mut self, fresh: impl FnOnce() -> String) -> String {
        self.is_sending = true;
        self.error = None;
        self.sent = None;
        self.draft.key(fresh)
    }

    /// Takes away the error of a lost connection. Returns whether there was one.
    pub(super) fn forget_connection_error(&mut self) -> bool {
        self.error.take_if(|error| error.is_network()).is_some()
    }

    /// The attempt with `key` has ended.
    pub(super) fn finish(&mut self, key: &str, response: Result<Submitted, ApiError>) {
        self.is_sending = false;
        match response {
            Ok(submitted) => {
                self.draft.accept(key);
                self.sent = Some(submitted);
            }
            Err(error) => {
                if error.ends_key() {
                    self.draft.drop_key(key);
                }
                // The sign-in page says that the session has ended. After it, the error would be out of date.
                self.error = Some(error).filter(|error| !error.is_signed_out());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::ProblemCode;

    use super::*;

    fn composing() -> (Composing, String) {
        let mut draft = Draft::new("Update the quickstart".into());
        let key = draft.key(|| "k1".into());
        (Composing { draft, is_sending: true, ..Composing::default() }, key)
    }

    #[test]
    fn an_accepted_prompt_is_cleared() {
        let (mut composing, key) = composing();
        let job = Submitted::Job("job_1".parse().unwrap());
        composing.finish(&key, Ok(job.clone()));
        assert!(composing.draft.is_empty() && !composing.is_sending);
        assert_eq!(composing.sent, Some(job));
    }

    #[test]
    fn a_failed_prompt_stays_and_keeps_its_key_unless_that_has_ended() {
        for (code, next_key) in [
            (None, "k1"),
            (Some(ProblemCode::ServiceRejected), "k1"),
            (Some(ProblemCode::SubmissionState), "k2"),
        ] {
            let (mut composing, key) = composing();
            let error = ApiError { code, ..ApiError::network() };
            composing.finish(&key, Err(error.clone()));
            assert_eq!(composing.draft.text, "Update the quickstart");
            assert_eq!(composing.error, Some(error));
            assert_eq!(composing.draft.key(|| "k2".into()), next_key, "{code:?}");
        }
    }

    #[test]
    fn an_error_of_the_connection_goes_away_with_its_reason() {
        let (mut composing, key) = composing();
        composing.finish(&key, Err(ApiError::network()));
        assert!(composing.forget_connection_error());
        assert_eq!(
            (composing.error.as_ref(), composing.draft.text.as_str()),
            (None, "Update the quickstart")
        );
        let rejected = ApiError { code: Some(ProblemCode::ServiceRejected), ..ApiError::local("No.") };
        composing.finish(&key, Err(rejected.clone()));
        assert!(!composing.forget_connection_error());
        assert_eq!(composing.error, Some(rejected));
    }

    #[test]
    fn the_first_keys_after_an_interrupted_edit_send_nothing() {
        let mut composing = Composing { holds_keys: true, ..Composing::default() };
        composing.set_text("A follow-up".into());
        assert!(!composing.may_send_by_keys());
        assert_eq!(composing.error, Some(ApiError::local(texts::EDIT_WAS_INTERRUPTED)));
        assert!(composing.may_send_by_keys());
        let mut blank = Composing { holds_keys: true, ..Composing::default() };
        assert!(!blank.may_send_by_keys());
        assert_eq!(blank.error, None);
    }

    #[test]
    fn an_ended_session_leaves_no_error_behind() {
        let (mut composing, key) = composing();
        let ended = ApiError { code: Some(ProblemCode::Unauthenticated), ..ApiError::network() };
        composing.finish(&key, Err(ended));
        assert_eq!((composing.error, composing.draft.text.as_str()), (None, "Update the quickstart"));
    }
}
