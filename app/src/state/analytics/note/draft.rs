//! A note that is being written. The browser stores it until it is saved.

use docket_wire::{Day, ProjectId, Span};
use serde::{Deserialize, Serialize};

use crate::browser::storage;
use crate::state::stored_form::{self, FormContent};

/// What the form of a note holds, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct NoteDraft {
    pub text: String,
    /// The note that its author has seen: an edit replaces no other.
    pub seen: Option<String>,
}

impl NoteDraft {
    /// The form of a day with this note.
    pub(crate) fn of(seen: Option<String>) -> Self {
        Self { text: seen.clone().unwrap_or_default(), seen }
    }
}

impl FormContent for NoteDraft {
    const KIND: &'static str = "note";

    fn is_empty(&self) -> bool {
        self.text == self.seen.as_deref().unwrap_or_default()
    }
}

/// Where the browser stores the drafts of a person in a project: one for each day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoteDrafts {
    /// The beginning of all keys.
    prefix: String,
}

impl NoteDrafts {
    /// The drafts of a person in a project.
    pub(crate) fn new(person: &str, project: &ProjectId) -> Self {
        Self { prefix: stored_form::key::<NoteDraft>(person, project, "") }
    }

    /// The latest day of a span that has a draft.
    pub(crate) fn latest(&self, span: &Span) -> Option<Day> {
        storage::last_key(&self.prefix)?;
        span.newest_first().find(|day| self.load(*day).is_some())
    }

    pub(crate) fn load(&self, day: Day) -> Option<NoteDraft> {
        stored_form::load(&self.key(day))
    }

    /// Where the browser stores the draft of a day.
    pub(crate) fn key(&self, day: Day) -> String {
        format!("{}{day}", self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::assert_stored_as;

    #[test]
    fn the_stored_form_is_pinned() {
        let draft = NoteDraft { text: "Launch".into(), seen: Some("Sale".into()) };
        assert_stored_as(&draft, r#"{"text":"Launch","seen":"Sale"}"#);
        assert_stored_as(&NoteDraft { seen: None, ..draft }, r#"{"text":"Launch","seen":null}"#);
        assert_eq!(NoteDraft::KIND, "note", "it is part of the key");
    }

    #[test]
    fn a_note_as_it_was_seen_is_no_draft() {
        let seen = NoteDraft::of(Some("Launch".into()));
        assert!(seen.is_empty() && NoteDraft::of(None).is_empty());
        assert!(!NoteDraft { text: String::new(), ..seen.clone() }.is_empty(), "an emptied note");
        assert!(!NoteDraft { text: "Sale".into(), ..seen }.is_empty());
    }

    #[test]
    fn every_day_has_a_key_of_its_own() {
        let drafts = |person: &str, project: &str| NoteDrafts::new(person, &project.parse().unwrap());
        let day: Day = "2026-10-03".parse().unwrap();
        assert!(drafts("ada", "docs").key(day).ends_with(".2026-10-03"));
        assert_ne!(drafts("a.1:b", "c").key(day), drafts("a", "b").key(day));
    }
}
