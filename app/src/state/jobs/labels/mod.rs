//! Labels as a person types them: separated by commas. `editing` has the signals of the form for a job's labels.

mod draft;
pub(crate) mod editing;

use std::collections::BTreeSet;

use docket_wire::{InvalidLabel, Label};

/// Completions that are offered at once.
const COMPLETIONS_MAX: usize = 20;

/// Parses labels that are separated by commas.
///
/// # Errors
/// If one of them is invalid.
pub(crate) fn labels(text: &str) -> Result<Vec<Label>, InvalidLabel> {
    words(text).map(|word| Label::try_from(word.to_owned())).collect()
}

/// Writes labels as [`labels`] parses them.
pub(crate) fn labels_text(labels: &[Label]) -> String {
    labels.iter().map(Label::as_str).collect::<Vec<_>>().join(", ")
}

/// The labels to save: `current`, with the labels that `typed` adds to `shown`, and without those that it removes from `shown`.
/// Somebody else may have changed the labels since they were shown.
pub(crate) fn merged(current: &[Label], shown: &[Label], typed: &[Label]) -> Vec<Label> {
    if current == shown {
        return typed.to_vec();
    }
    let stays = |label: &&Label| typed.contains(label) || !shown.contains(label);
    let is_added = |label: &&Label| !shown.contains(label) && !current.contains(label);
    current.iter().filter(stays).chain(typed.iter().filter(is_added)).cloned().collect()
}

/// The text with each known label that its last word is a part of, in place of that word, in alphabetical order. What comes
/// before stays as it was typed, because a browser offers only what contains the text of the field.
pub(crate) fn completions<'label>(text: &str, known: impl Iterator<Item = &'label Label>) -> Vec<String> {
    let (others, last) = text.rsplit_once(',').unwrap_or(("", text));
    let word = last.trim();
    let typed: BTreeSet<&str> = words(others).collect();
    let before = text.strip_suffix(last.trim_start()).unwrap_or_default();
    let space = if before.ends_with(',') && word.is_empty() { " " } else { "" };
    let fits = |label: &&str| {
        *label != word && !typed.contains(label) && label.to_lowercase().contains(&word.to_lowercase())
    };
    let fitting: BTreeSet<&str> = known.map(Label::as_str).filter(fits).collect();
    fitting.into_iter().take(COMPLETIONS_MAX).map(|label| [before, space, label].concat()).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_labels() {
        let found = labels(" sdk 4, ,docs,").unwrap();
        assert_eq!(labels_text(&found), "sdk 4, docs");
        assert!(labels("").unwrap().is_empty());
        assert!(labels(&"x".repeat(41)).is_err());
    }

    #[test]
    fn labels_of_two_people_are_merged() {
        let saved = |current: &str, shown: &str, typed: &str| {
            let [current, shown, typed] = [current, shown, typed].map(|text| labels(text).unwrap());
            labels_text(&merged(&current, &shown, &typed))
        };
        assert_eq!(saved("a, b", "a, b", "c, a"), "c, a", "nobody else changed them");
        assert_eq!(saved("a, theirs", "a", "a, mine"), "a, theirs, mine");
        assert_eq!(saved("a, b, theirs", "a, b", "b"), "b, theirs");
        assert_eq!(saved("b", "a, b", "a, b, mine"), "b, mine", "they removed one");
        assert_eq!(saved("same", "", "same"), "same");
    }

    #[test]
    fn the_last_word_is_completed_by_labels_that_are_not_there_yet() {
        let known = labels("urgent, sdk 4, docs, urgent, Sandbox").unwrap();
        let offered = |text: &str| completions(text, known.iter());
        assert_eq!(offered(""), ["Sandbox", "docs", "sdk 4", "urgent"]);
        assert_eq!(offered("S"), ["Sandbox", "docs", "sdk 4"]);
        assert_eq!(offered("docs, s"), ["docs, Sandbox", "docs, sdk 4"]);
        assert_eq!(offered("docs,sd"), ["docs,sdk 4"], "what was typed stays");
        assert_eq!(offered("docs,"), ["docs, Sandbox", "docs, sdk 4", "docs, urgent"]);
        assert_eq!(offered("docs, urgent"), Vec::<String>::new(), "it is complete");
        assert_eq!(offered("other"), Vec::<String>::new());
    }

    #[test]
    fn not_all_labels_are_offered_at_once() {
        let known: Vec<Label> = (0..50).map(|n| format!("label {n}").try_into().unwrap()).collect();
        assert_eq!(completions("", known.iter()).len(), COMPLETIONS_MAX);
    }
}
