//! What can be done with the selected jobs, and what became of it.

pub(crate) const SELECTED_JOBS: &str = "Selected jobs";
pub(crate) const SELECT_ALL_SHOWN: &str = "Select all shown";
pub(crate) const ADD_LABELS: &str = "Add labels";
pub(crate) const LABELS_TO_ADD: &str = "Labels to add, separated by commas";
pub(crate) const ADD: &str = "Add";
pub(crate) const TYPE_A_LABEL: &str = "Type a label.";
pub(crate) const UNDO: &str = "Undo";

/// `absent` of the selected jobs are not in the list, if any are not.
pub(crate) fn selected(selected: &str, absent: Option<&str>) -> String {
    match absent {
        None => format!("{selected} selected"),
        Some(absent) => format!("{selected} selected, {absent} of them not shown"),
    }
}

pub(crate) fn progress(finished: &str, total: &str) -> String {
    format!("{finished} of {total} done…")
}

/// A number of jobs, as in the next: the parts of a sentence, separated by commas.
pub(crate) fn labelled(jobs: &str) -> String {
    format!("{jobs} labelled")
}

/// It is the first part of its sentence.
pub(crate) fn unlabelled(jobs: &str) -> String {
    format!("Labels removed from {jobs}")
}

pub(crate) fn hidden(jobs: &str) -> String {
    format!("{jobs} hidden")
}

pub(crate) fn unhidden(jobs: &str) -> String {
    format!("{jobs} unhidden")
}

/// It is the first part of its sentence.
pub(crate) fn polling_resumed(jobs: &str) -> String {
    format!("Polling resumed for {jobs}")
}

/// It is the first part of its sentence.
pub(crate) fn polling_stopped(jobs: &str) -> String {
    format!("Polling stopped for {jobs}")
}

pub(crate) fn unchanged(jobs: &str) -> String {
    format!("{jobs} unchanged")
}

pub(crate) fn failed(jobs: &str, reason: &str) -> String {
    format!("{jobs} failed: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_names_what_is_not_shown() {
        assert_eq!(selected("3", None), "3 selected");
        assert_eq!(selected("3", Some("1")), "3 selected, 1 of them not shown");
    }
}
