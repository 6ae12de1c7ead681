//! Labels as a person types them: separated by commas. `chips` shows them, and `editing` has the signals of the form for a job's labels.

pub(crate) mod chips;
mod draft;
pub(crate) mod editing;

use docket_wire::{InvalidLabel, JobPatch, Label};

use crate::texts::labels as texts;

/// Parses labels that are separated by commas.
///
/// # Errors
/// If one of them is invalid.
pub(crate) fn labels(text: &str) -> Result<Vec<Label>, InvalidLabel> {
    words(text).map(|word| Label::try_from(word.to_owned())).collect()
}

/// Parses the labels that a job is to have, each once.
///
/// # Errors
/// The rule that they break.
pub(crate) fn labels_of_job(text: &str) -> Result<Vec<Label>, String> {
    let mut unique = Vec::new();
    for label in labels(text).map_err(texts::rule)? {
        if !unique.contains(&label) {
            unique.push(label);
        }
    }
    checked(unique)
}

/// The labels, if a job may have as many.
fn checked(labels: Vec<Label>) -> Result<Vec<Label>, String> {
    if labels.len() <= JobPatch::LABELS_MAX { Ok(labels) } else { Err(chips::too_many()) }
}

/// Writes labels as [`labels`] parses them. A comma behind the last one says that it is complete.
pub(crate) fn labels_text(labels: &[Label]) -> String {
    labels.iter().flat_map(|label| [label.as_str(), ", "]).collect()
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_labels() {
        let found = labels(" sdk 4, ,docs,").unwrap();
        assert_eq!(labels_text(&found), "sdk 4, docs, ");
        assert!(labels("").unwrap().is_empty());
        assert!(labels(&"x".repeat(41)).is_err());
    }

    #[test]
    fn a_job_has_each_label_once_and_not_too_many() {
        let text = |count: usize| (0..count).map(|number| format!("l{number},")).collect::<String>();
        assert_eq!(
            labels_of_job("docs, sdk, docs").map(|labels| labels_text(&labels)),
            Ok("docs, sdk, ".into())
        );
        assert_eq!(labels_of_job(&text(20)).map(|labels| labels.len()), Ok(20));
        assert_eq!(labels_of_job(&text(21)), Err("a job has at most 20 labels".into()));
        assert!(labels_of_job(&"x".repeat(41)).is_err_and(|rule| rule.contains("1 to 40 characters")));
    }

    #[test]
    fn labels_of_two_people_are_merged() {
        let saved = |current: &str, shown: &str, typed: &str| {
            let [current, shown, typed] = [current, shown, typed].map(|text| labels(text).unwrap());
            merged(&current, &shown, &typed).iter().map(Label::as_str).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(saved("a, b", "a, b", "c, a"), "c, a", "nobody else changed them");
        assert_eq!(saved("a, theirs", "a", "a, mine"), "a, theirs, mine");
        assert_eq!(saved("a, b, theirs", "a, b", "b"), "b, theirs");
        assert_eq!(saved("b", "a, b", "a, b, mine"), "b, mine", "they removed one");
        assert_eq!(saved("same", "", "same"), "same");
    }
}
