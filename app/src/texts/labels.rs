//! The field for labels, wherever they are edited.

use docket_wire::InvalidLabel;

/// The name of the list of labels in a field.
pub(crate) const CHOSEN_LABELS: &str = "Chosen labels";
/// The name of the list of other jobs' labels.
pub(crate) const KNOWN_LABELS: &str = "Known labels";

/// The name of a button.
pub(crate) fn remove(label: &str) -> String {
    format!("Remove {label}")
}

/// Announced, as are the next two.
pub(crate) fn added(label: &str) -> String {
    format!("{label} added.")
}

pub(crate) fn removed(label: &str) -> String {
    format!("{label} removed.")
}

pub(crate) fn is_there_already(label: &str) -> String {
    format!("{label} is there already.")
}

/// The rule of one label, which is part of a sentence, as is the next.
pub(crate) fn rule(invalid: InvalidLabel) -> String {
    invalid.to_string()
}

pub(crate) fn at_most(limit: &str) -> String {
    format!("a job has at most {limit} labels")
}

/// `rule` is the rule that the labels break: `a label must have 1 to 40 characters …`.
pub(crate) fn not_added(rule: &str) -> String {
    format!("Not added: {rule}.")
}

pub(crate) fn not_saved(rule: &str) -> String {
    format!("Not saved: {rule}.")
}
