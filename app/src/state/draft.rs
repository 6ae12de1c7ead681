//! A prompt that is being written, and the key that keeps it from being sent twice. Pure: storing it is elsewhere.

use serde::{Deserialize, Serialize};

/// What is kept in the browser until the edge has accepted it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Draft {
    /// As typed.
    pub text: String,
    /// The last attempt to send it, if its outcome does not rule out that it arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempt: Option<Attempt>,
}

/// A key and the text it was used for: with another text the edge would refuse it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Attempt {
    key: String,
    text: String,
}

impl Draft {
    /// A draft of a text that was not sent from here yet.
    pub(crate) fn new(text: String) -> Self {
        Self { text, attempt: None }
    }

    /// Whether there is nothing to keep.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The key to send it with. The same text keeps its key until a final answer, so that sending it again never
    /// makes a second job; `fresh` makes a new one where none fits.
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

    /// The attempt with `key` was answered for good, and was not carried out: the next one is a new one.
    pub(crate) fn refused(&mut self, key: &str) {
        if self.attempt.as_ref().is_some_and(|attempt| attempt.key == key) {
            self.attempt = None;
        }
    }

    /// The attempt with `key` was accepted. What was typed since then stays.
    pub(crate) fn accepted(&mut self, key: &str) {
        let Some(attempt) = self.attempt.take_if(|attempt| attempt.key == key) else { return };
        if attempt.text == self.text {
            self.text.clear();
        }
    }
}

/// Under which name a draft is kept: one for each person, project and place.
pub(crate) fn storage_key(person: &str, project: &str, place: &str) -> String {
    // Lengths keep names that contain the separator apart.
    format!("docket.draft.{}:{person}.{}:{project}.{place}", person.len(), project.len())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn another_text_is_another_prompt() {
        let mut fresh = keys();
        let mut draft = Draft::new("a".into());
        draft.key(&mut fresh);
        draft.text = "b".into();
        assert_eq!(draft.key(&mut fresh), "k2");
    }

    #[test]
    fn after_a_refusal_the_same_text_is_a_new_attempt() {
        let mut fresh = keys();
        let mut draft = Draft::new("a".into());
        let key = draft.key(&mut fresh);
        draft.refused(&key);
        assert_eq!(draft.key(&mut fresh), "k2");
        assert_eq!(draft.text, "a");
    }

    #[test]
    fn text_is_cleared_only_when_it_was_accepted_as_it_is() {
        let mut draft = Draft::new("a".into());
        let key = draft.key(|| "k".into());
        draft.accepted("another");
        assert_eq!(draft.text, "a");
        draft.text.push('b');
        draft.accepted(&key);
        assert_eq!(draft, Draft::new("ab".into()), "typed on while it was sent");

        let mut draft = Draft::new("a".into());
        let key = draft.key(|| "k".into());
        draft.accepted(&key);
        assert!(draft.is_empty());
    }

    #[test]
    fn drafts_of_different_places_are_apart() {
        assert_ne!(storage_key("a.1:b", "c", "new"), storage_key("a", "b", "new"));
        assert_ne!(storage_key("a", "b", "new"), storage_key("a", "b", "job_1"));
    }
}
