//! What changed between two versions of a template. Pure.

use similar::{ChangeTag, TextDiff};

/// A part of a text, beside the text before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Same(String),
    Added(String),
    Removed(String),
}

/// The parts of `after`, with what it no longer has of `before` in its place. Words stay whole, because a prompt is prose.
pub(crate) fn parts(before: &str, after: &str) -> Vec<Part> {
    let diff = TextDiff::from_words(before, after);
    let mut parts: Vec<Part> = Vec::new();
    for change in diff.iter_all_changes() {
        let text = change.value();
        match (change.tag(), parts.last_mut()) {
            (ChangeTag::Equal, Some(Part::Same(last)))
            | (ChangeTag::Insert, Some(Part::Added(last)))
            | (ChangeTag::Delete, Some(Part::Removed(last))) => last.push_str(text),
            (ChangeTag::Equal, _) => parts.push(Part::Same(text.to_owned())),
            (ChangeTag::Insert, _) => parts.push(Part::Added(text.to_owned())),
            (ChangeTag::Delete, _) => parts.push(Part::Removed(text.to_owned())),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::Part::{Added, Removed, Same};
    use super::parts;

    #[test]
    fn words_that_changed_stand_in_place() {
        let changed = parts("Update {{page}} for SDK 3.\n", "Update {{page}} for SDK 4.\nKeep it short.");
        let all: String = changed
            .iter()
            .map(|part| match part {
                Same(text) => text.clone(),
                Added(text) => format!("+[{text}]"),
                Removed(text) => format!("-[{text}]"),
            })
            .collect();
        assert_eq!(all, "Update {{page}} for SDK -[3.]+[4.]\n+[Keep it short.]");
        assert_eq!(parts("Same.", "Same."), [Same("Same.".into())]);
        assert_eq!(parts("", "New."), [Added("New.".into())]);
        assert_eq!(parts("", ""), []);
    }
}
