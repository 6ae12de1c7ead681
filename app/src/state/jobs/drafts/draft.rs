//! A prompt that is being written, and the idempotency key that prevents sending it twice. `drafts` stores it. Pure.

use serde::{Deserialize, Serialize};

use crate::state::stored_form::FormContent;

/// Between a text and what was added below it.
pub(crate) const ADDED: &str = "\n\n";

/// A prompt, in the browser's storage until the edge has accepted it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Draft {
    pub text: String,
    /// The last attempt to send it, unless its key has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempt: Option<Attempt>,
}

/// A key and the text it was used for: the edge rejects the same key with another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Attempt {
    key: String,
    text: String,
}

impl FormContent for Draft {
    const KIND: &'static str = "draft";

    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl Draft {
    /// A draft that was not sent yet.
    pub(crate) fn new(text: String) -> Self {
        Self { text, attempt: None }
    }

    /// Whether somebody tried to send this text. It may have arrived, also if the page was closed before the response.
    pub(crate) fn was_tried(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.text == self.text)
    }

    /// The idempotency key to send the draft with. The same text keeps its key, so that a retry never starts a second job, and
    /// after a rejection sends the rejected submission again; otherwise `fresh` creates a key.
    pub(crate) fn key(&mut self, fresh: impl FnOnce() -> String) -> String {
        match &self.attempt {
            Some(attempt) if attempt.text == self.text => attempt.key.clone(),
            _ => {
                let key = fresh();
                self.attempt = Some(Attempt { key: key.clone(), text: self.text.clone() });
                key
            }
        }
    }

    /// The key sends nothing any more, so the next attempt gets a new one.
    pub(crate) fn drop_key(&mut self, key: &str) {
        if self.attempt.as_ref().is_some_and(|attempt| attempt.key == key) {
            self.attempt = None;
        }
    }

    /// The edge accepted the attempt with `key`. Text that was typed since then stays.
    pub(crate) fn accept(&mut self, key: &str) {
        let Some(attempt) = self.attempt.take_if(|attempt| attempt.key == key) else { return };
        if attempt.text == self.text {
            self.text.clear();
        } else if let Some(added) =
            self.text.strip_prefix(&attempt.text).and_then(|rest| rest.strip_prefix(ADDED))
        {
            self.text = added.to_owned();
        }
    }

    /// Replaces the text, while the text before is being sent: that stays above the new one, in case it does not arrive.
    pub(crate) fn add_to_sent(&mut self, text: &str) {
        let sent = self.attempt.as_ref().map(|attempt| attempt.text.as_str()).unwrap_or_default();
        self.text = if text.starts_with(sent) { text.to_owned() } else { [sent, ADDED, text].concat() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::{assert_read_from, assert_stored_as};

    #[test]
    fn the_stored_form_is_pinned() {
        let attempt = Attempt { key: "k1".into(), text: "Update".into() };
        let draft = Draft { text: "Update it".into(), attempt: Some(attempt) };
        assert_stored_as(&draft, r#"{"text":"Update it","attempt":{"key":"k1","text":"Update"}}"#);
        assert_stored_as(&Draft::new("Update it".into()), r#"{"text":"Update it"}"#);
        assert_read_from(&Draft::new("Update it".into()), r#"{"text":"Update it","attempt":null}"#);
        assert_eq!(Draft::KIND, "draft", "it is part of the key");
    }

    fn keys() -> impl FnMut() -> String {
        let mut n = 0;
        move || {
            n += 1;
            format!("k{n}")
        }
    }

    #[test]
    fn a_retry_of_the_same_text_keeps_its_key_across_a_reload() {
        let mut fresh = keys();
        let mut draft = Draft::new("a".into());
        assert_eq!(draft.key(&mut fresh), "k1");
        let mut reloaded: Draft = serde_json::from_str(&serde_json::to_string(&draft).unwrap()).unwrap();
        assert_eq!(reloaded.key(&mut fresh), "k1");
    }

    #[test]
    fn a_draft_knows_after_a_reload_that_it_may_have_been_sent() {
        let mut draft = Draft::new("a".into());
        assert!(!draft.was_tried());
        draft.key(|| "k".into());
        let mut reloaded: Draft = serde_json::from_str(&serde_json::to_string(&draft).unwrap()).unwrap();
        assert!(reloaded.was_tried());
        reloaded.text.push('b');
        assert!(!reloaded.was_tried(), "another text was not sent");
    }

    #[test]
    fn another_text_gets_another_key() {
        let mut fresh = keys();
        let mut draft = Draft::new("a".into());
        draft.key(&mut fresh);
        draft.text = "b".into();
        assert_eq!(draft.key(&mut fresh), "k2");
    }

    #[test]
    fn a_key_that_has_ended_is_not_used_again() {
        let mut fresh = keys();
        let mut draft = Draft::new("a".into());
        let key = draft.key(&mut fresh);
        draft.drop_key(&key);
        assert_eq!(draft.key(&mut fresh), "k2");
        assert_eq!(draft.text, "a");
    }

    #[test]
    fn accepting_clears_only_the_text_that_was_sent() {
        for (added, left) in [("b", "b"), ("a\n\nb", "b"), ("a", "")] {
            let mut draft = Draft::new("a".into());
            let key = draft.key(|| "k".into());
            draft.add_to_sent(added);
            assert!(draft.text.starts_with('a'), "in case it does not arrive: {}", draft.text);
            draft.accept(&key);
            assert_eq!(draft, Draft::new(left.into()), "{added}");
        }

        let mut draft = Draft::new("a".into());
        let key = draft.key(|| "k".into());
        draft.accept("another");
        assert_eq!(draft.text, "a");
        draft.text.push('b');
        draft.accept(&key);
        assert_eq!(draft, Draft::new("ab".into()), "typed while the request was under way");

        let mut draft = Draft::new("a".into());
        let key = draft.key(|| "k".into());
        draft.accept(&key);
        assert!(draft.is_empty());
    }
}
