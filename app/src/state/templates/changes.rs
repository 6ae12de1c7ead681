//! What changed between two versions of a template. Pure.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffableStr as _};

/// A part of a text, beside the text before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Same(String),
    Added(String),
    Removed(String),
}

/// Words or lines of both texts that are compared at most: the time grows with the square of their number, and the page stands still.
const COMPARED_MAX: usize = 8_000;

/// The parts of `after`, with what it no longer has of `before` in its place. Words stay whole, because a prompt is prose; in long
/// texts lines do, and texts of very many lines are compared as a whole.
pub(crate) fn parts(before: &str, after: &str) -> Vec<Part> {
    let (mut old, mut new) = (before.tokenize_words(), after.tokenize_words());
    if old.len() + new.len() > COMPARED_MAX {
        (old, new) = (before.tokenize_lines(), after.tokenize_lines());
    }
    if old.len() + new.len() > COMPARED_MAX {
        (old, new) = (vec![before], vec![after]);
    }
    let mut runs = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    // Called by its name, because the choice among all algorithms would bring each of them into the module.
    let Ok(()) = myers::diff(&mut runs, &old[..], 0..old.len(), &new[..], 0..new.len());
    let runs = runs.into_inner().into_inner().into_ops();
    let runs = runs.iter().flat_map(|run| run.iter_slices(&old[..], &new[..]));
    let part = |(tag, words): (ChangeTag, &[&str])| match tag {
        ChangeTag::Equal => Part::Same(words.concat()),
        ChangeTag::Insert => Part::Added(words.concat()),
        ChangeTag::Delete => Part::Removed(words.concat()),
    };
    runs.map(part).collect()
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

    #[test]
    fn long_texts_are_compared_by_lines_and_very_long_ones_as_a_whole() {
        let words = |word: &str| format!("{word} ").repeat(25_000);
        let lines = |word: &str| format!("{word}\n").repeat(25_000);
        for (before, after) in [(words("old"), words("new")), (lines("old"), lines("new"))] {
            assert_eq!(parts(&before, &after), [Removed(before), Added(after)]);
        }
        let same = lines("the same words of a line")[..90_000].to_owned();
        let (before, after) = (format!("One old line.\n{same}"), format!("One new line.\n{same}"));
        let changed = [Removed("One old line.\n".into()), Added("One new line.\n".into()), Same(same)];
        assert_eq!(parts(&before, &after), changed);
    }
}
