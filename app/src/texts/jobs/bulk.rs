//! What can be done with the selected jobs, and what became of it.

pub(crate) const SELECTED_JOBS: &str = "Selected jobs";
pub(crate) const SELECT_ALL_SHOWN: &str = "Select all shown";
pub(crate) const ADD_LABELS: &str = "Add labels";
pub(crate) const LABELS_TO_ADD: &str = "Labels to add, separated by commas";
pub(crate) const ADD: &str = "Add";
pub(crate) const TYPE_A_LABEL: &str = "Type a label.";
pub(crate) const UNDO: &str = "Undo";

/// `absent` of the selected jobs are not in the list.
pub(crate) fn selected(selected: usize, absent: usize) -> String {
    match absent {
        0 => format!("{selected} selected"),
        _ => format!("{selected} selected, {absent} of them not shown"),
    }
}

pub(crate) fn progress(finished: usize, total: usize) -> String {
    format!("{finished} of {total} done…")
}

/// A number of jobs, as in the next: the parts of a sentence, separated by commas.
pub(crate) fn labelled(count: usize) -> String {
    format!("{count} labelled")
}

pub(crate) fn hidden(count: usize) -> String {
    format!("{count} hidden")
}

pub(crate) fn unhidden(count: usize) -> String {
    format!("{count} unhidden")
}

pub(crate) fn polled_again(count: usize) -> String {
    format!("{count} polled again")
}

pub(crate) fn not_polled(count: usize) -> String {
    format!("{count} no longer polled")
}

pub(crate) fn unchanged(count: usize) -> String {
    format!("{count} unchanged")
}

pub(crate) fn failed(count: usize, reason: &str) -> String {
    format!("{count} failed: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_names_what_is_not_shown() {
        assert_eq!(selected(3, 0), "3 selected");
        assert_eq!(selected(3, 1), "3 selected, 1 of them not shown");
    }
}
