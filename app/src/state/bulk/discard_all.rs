//! Which prompts a person is discarding together. Pure.

use docket_wire::SubmissionId;

/// Prompts that are discarded together after a while. Until then, it can be undone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PendingDiscard {
    /// Those that are not shown any more. They stay here once they are discarded, because the list may not have followed yet.
    leaving: Vec<SubmissionId>,
    /// Those of them that are not discarded yet.
    undoable: Vec<SubmissionId>,
}

impl PendingDiscard {
    /// Takes these prompts off the list, except for those that are leaving already.
    pub(crate) fn begin(&mut self, mut ids: Vec<SubmissionId>) {
        ids.retain(|id| !self.is_leaving(id));
        self.leaving.extend(ids.iter().cloned());
        self.undoable = ids;
    }

    /// Shows again what is not discarded yet.
    pub(crate) fn undo(&mut self) {
        let ids = self.commit();
        self.leaving.retain(|id| !ids.contains(id));
    }

    /// The prompts to discard now, which can no longer be undone.
    pub(crate) fn commit(&mut self) -> Vec<SubmissionId> {
        std::mem::take(&mut self.undoable)
    }

    /// Shows a prompt again that could not be discarded.
    pub(crate) fn keep(&mut self, id: &SubmissionId) {
        self.leaving.retain(|leaving| leaving != id);
    }

    /// Whether a prompt is not shown any more.
    pub(crate) fn is_leaving(&self, id: &SubmissionId) -> bool {
        self.leaving.contains(id)
    }

    /// How many are not discarded yet.
    pub(crate) fn undoable_count(&self) -> usize {
        self.undoable.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &str) -> Vec<SubmissionId> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn what_is_discarded_together_leaves_the_list_and_can_be_undone_once() {
        enum Step {
            Begin(&'static str),
            Undo,
            Commit(&'static str),
            Keep(&'static str),
        }
        use Step::{Begin, Commit, Keep, Undo};
        let all = "s1 s2 s3 s4";
        // The steps, then what is leaving and how many of that can be undone.
        for (name, steps, leaving, undoable) in [
            ("nothing yet", &[][..], "", 0),
            ("two leave", &[Begin("s1 s2")], "s1 s2", 2),
            ("and come back", &[Begin("s1 s2"), Undo], "", 0),
            ("they leave permanently", &[Begin("s1 s2"), Commit("s1 s2")], "s1 s2", 0),
            ("too late to undo", &[Begin("s1"), Commit("s1"), Undo], "s1", 0),
            ("discarded once", &[Begin("s1"), Commit("s1"), Commit("")], "s1", 0),
            ("a further one", &[Begin("s1"), Commit("s1"), Begin("s1 s2")], "s1 s2", 1),
            ("which alone comes back", &[Begin("s1"), Commit("s1"), Begin("s1 s2"), Undo], "s1", 0),
            ("one failed", &[Begin("s1 s2"), Commit("s1 s2"), Keep("s2")], "s1", 0),
            ("and is tried again", &[Begin("s1 s2"), Commit("s1 s2"), Keep("s2"), Begin("s2")], "s1 s2", 1),
        ] {
            let mut discard = PendingDiscard::default();
            for step in steps {
                match step {
                    Begin(names) => discard.begin(ids(names)),
                    Undo => discard.undo(),
                    Commit(expected) => assert_eq!(discard.commit(), ids(expected), "{name}"),
                    Keep(id) => discard.keep(&id.parse().unwrap()),
                }
            }
            let left: Vec<_> = ids(all).into_iter().filter(|id| discard.is_leaving(id)).collect();
            assert_eq!((left, discard.undoable_count()), (ids(leaving), undoable), "{name}");
        }
    }
}
