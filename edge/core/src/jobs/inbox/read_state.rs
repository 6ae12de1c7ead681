//! What a person has read, decided by revisions alone.

use docket_wire::InboxSubject;

use crate::jobs::store::ReadMark;

/// What [`ReadState::read_all`] changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadAll {
    pub(super) has_moved: bool,
    pub(super) has_ended_marks: bool,
}

/// A person's position and marks.
#[derive(Debug, Default)]
pub(super) struct ReadState {
    /// Everything up to this revision is read.
    pub(super) read_up_to: u64,
    marks: Vec<ReadMark>,
}

impl ReadState {
    pub(super) fn new(read_up_to: u64, marks: Vec<ReadMark>) -> Self {
        Self { read_up_to, marks }
    }

    /// Whether the person has read the news of `revision` about an item. The person's own changes count as read.
    pub(super) fn has_read(&self, subject: &InboxSubject, revision: u64, is_own: bool) -> bool {
        let key = key(subject);
        match self.marks.iter().find(|mark| mark.item == key) {
            Some(mark) if mark.revision >= revision => mark.is_read,
            _ => is_own || revision <= self.read_up_to,
        }
    }

    /// The revision after which all news is that the person may not have read.
    pub(super) fn floor(&self) -> u64 {
        let unread = self.marks.iter().filter(|mark| !mark.is_read);
        unread.map(|mark| mark.revision.saturating_sub(1)).fold(self.read_up_to, u64::min)
    }

    pub(super) fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The revision up to which marks must be deleted so that `max` remain; `None` if there are not more.
    pub(super) fn surplus_up_to(&self, max: usize) -> Option<u64> {
        let mut up_to = None;
        // One request adds few.
        for _ in max..self.marks.len() {
            let later =
                self.marks.iter().map(|mark| mark.revision).filter(|revision| Some(*revision) > up_to);
            up_to = later.min().or(up_to);
        }
        up_to
    }

    pub(super) fn put(&mut self, mark: ReadMark) {
        self.marks.retain(|other| other.item != mark.item);
        self.marks.push(mark);
    }

    /// Everything up to a revision is read: moves the position forward, and ends the marks up to there.
    pub(super) fn read_all(&mut self, revision: u64) -> ReadAll {
        let (position, marks) = (self.read_up_to, self.marks.len());
        self.read_up_to = position.max(revision);
        self.marks.retain(|mark| mark.revision > revision);
        ReadAll { has_moved: self.read_up_to > position, has_ended_marks: self.marks.len() < marks }
    }
}

/// The key of an item in the table of marks.
pub(super) fn key(subject: &InboxSubject) -> String {
    match subject {
        InboxSubject::Job(id) => format!("job:{id}"),
        InboxSubject::Submission(id) => format!("submission:{id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn subject() -> InboxSubject {
        InboxSubject::Job("a".parse().unwrap())
    }

    fn read_state(read_up_to: u64, mark: Option<(u64, bool)>) -> ReadState {
        let mark = mark.map(|(revision, is_read)| ReadMark { item: key(&subject()), revision, is_read });
        ReadState::new(read_up_to, mark.into_iter().collect())
    }

    #[test]
    fn a_mark_counts_for_what_it_knew_of_and_the_position_for_the_rest() {
        let cases = [
            // Position, mark, revision of the news, whether it is read.
            (0, None, 5, false),
            (5, None, 5, true),
            (5, None, 6, false),
            (0, Some((5, true)), 5, true),
            (0, Some((5, true)), 6, false),
            (9, Some((5, true)), 6, true),
            (9, Some((5, false)), 5, false),
            (9, Some((5, false)), 6, true),
            (5, Some((5, false)), 6, false),
        ];
        for (position, mark, revision, is_read) in cases {
            let has_read = read_state(position, mark).has_read(&subject(), revision, false);
            assert_eq!(has_read, is_read, "{position} {mark:?} {revision}");
        }
        assert!(read_state(0, None).has_read(&subject(), 5, true), "their own doing");
        assert!(!read_state(0, Some((5, false))).has_read(&subject(), 5, true), "unless they want it unread");
    }

    proptest! {
        #[test]
        fn nothing_unread_is_below_the_floor(
            position in 0u64..40, mark in proptest::option::of((1u64..40, any::<bool>())), revision in 1u64..40,
        ) {
            let state = read_state(position, mark);
            if !state.has_read(&subject(), revision, false) {
                // A mark has the revision of its news when it is stored.
                let is_marked = mark.is_some_and(|(marked, is_read)| !is_read && marked > revision);
                prop_assert!(revision > state.floor() || is_marked);
            }
        }

        #[test]
        fn reading_everything_up_to_a_revision_leaves_only_what_came_later(
            position in 0u64..40, mark in proptest::option::of((1u64..40, any::<bool>())),
            up_to in 0u64..40, revision in 1u64..40,
        ) {
            let mut state = read_state(position, mark);
            let before = state.has_read(&subject(), revision, false);
            state.read_all(up_to);
            let after = state.has_read(&subject(), revision, false);
            if revision > up_to {
                prop_assert_eq!(after, before);
            } else if mark.is_none_or(|(marked, _)| marked <= up_to) {
                prop_assert!(after);
            }
        }
    }

    #[test]
    fn the_oldest_marks_are_surplus() {
        let marks = |count: u64| {
            let mark = |n| ReadMark { item: format!("job:{n}"), revision: n, is_read: true };
            ReadState::new(0, (1..=count).map(mark).collect())
        };
        assert_eq!(marks(3).surplus_up_to(3), None);
        assert_eq!(marks(4).surplus_up_to(3), Some(1));
        assert_eq!(marks(6).surplus_up_to(3), Some(3));
    }
}
