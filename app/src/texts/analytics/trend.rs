//! Daily visitors, what happened on the days, and the note on a day.

pub(crate) const LOADING_DAILY_VISITORS: &str = "Loading daily visitors";
pub(crate) const DAILY_VISITORS: &str = "Daily visitors";

/// The names of gaps in the lines.
pub(crate) const LEGEND_NOT_LOADED: &str = "Not loaded";
/// The names of gaps in the lines.
pub(crate) const LEGEND_UNKNOWN: &str = "Unknown";

/// `range` is the first and the last day, `max` the most visitors of a day.
pub(crate) fn chart_summary(range: &str, max: &str) -> String {
    format!(
        "Daily unique visitors, {range}: human, AI and all, at most {max}. The table below has the numbers."
    )
}

/// Behind a day without visitors.
pub(crate) const NOT_LOADED: &str = "not loaded";
/// Behind a day without visitors.
pub(crate) const UNKNOWN: &str = "unknown";
/// Behind a day that was not over when its visitors were counted.
pub(crate) const PARTIAL: &str = "partial";
pub(crate) const PARTIAL_UNKNOWN: &str = "partial, unknown";

/// The visitors of a day, for screen readers.
pub(crate) fn counts(human: &str, ai: &str, total: &str) -> String {
    format!("{human} human, {ai} AI, {total} in total")
}

/// The visitors of a day that was not over when they were counted, for screen readers.
pub(crate) fn partial_counts(human: &str, ai: &str, total: &str) -> String {
    format!("{human} human, {ai} AI, {total} in total, partial")
}

/// Below the chart, before a day is picked.
pub(crate) const SELECT_A_DAY: &str = "Select a day to see its counts and paths.";
/// What the marks under the days stand for: a note, and jobs that ended or pull requests that were linked.
pub(crate) const KEY_NOTE: &str = " note ";
pub(crate) const KEY_JOBS: &str = " ended jobs or pull requests";
/// Before the most visited paths of the picked day.
pub(crate) const MOST_VISITED: &str = "Most visited:";
pub(crate) const NO_PATHS: &str = "No paths on this day.";
pub(crate) const PATHS_NOT_LOADED: &str = "The paths of this day are not loaded.";

/// In place of [`MOST_VISITED`] while only the first paths of the day are loaded, in the service's order.
pub(crate) fn most_visited_of(loaded: &str) -> String {
    format!("Most visited of the first {loaded} paths:")
}

pub(crate) const SHOW_THIS_DAY: &str = "Show this day";
pub(crate) const JOBS_OF_THIS_DAY: &str = "Jobs ended on this day";

pub(crate) const SHOW_AS_TABLE: &str = "Show as table";
pub(crate) const SAVE_AS_CSV: &str = "Save as CSV";
/// The title of the table.
pub(crate) const VISITORS_BY_DAY: &str = "Unique visitors by day";
pub(crate) const DAY: &str = "Day";
/// The column with notes, jobs and pull requests.
pub(crate) const EVENTS: &str = "Events";

pub(crate) fn counted_from(day: &str) -> String {
    format!("Jobs and pull requests are counted only from {day}: there are too many before that.")
}

pub(crate) const ADD_NOTE: &str = "Add note";
pub(crate) const EDIT_NOTE: &str = "Edit note";

pub(crate) fn add_note_on(day: &str) -> String {
    format!("{ADD_NOTE} on {day}")
}

pub(crate) fn edit_note_on(day: &str) -> String {
    format!("{EDIT_NOTE} on {day}")
}

/// The name of the form, and of its field.
pub(crate) fn note_on(day: &str) -> String {
    format!("Note on {day}")
}

/// Below the field, which takes more than one line.
pub(crate) const LINE_FOR_EACH: &str = "One line for each thing that happened. Ctrl Enter saves.";
pub(crate) const SAVE_NOTE: &str = "Save note";
/// On the button that saves a note where there is one already.
pub(crate) const REPLACE_NOTE: &str = "Replace note";
pub(crate) const DELETE_NOTE: &str = "Delete note";
pub(crate) const SAVED_IN_BROWSER: &str = "Saved in this browser until you save or cancel it.";
pub(crate) const NOT_SAVED_IN_BROWSER: &str =
    "This browser's storage is full or disabled: save the note before you leave the page.";

/// For screen readers.
pub(crate) const NOTE_SAVED: &str = "Note saved.";
/// For screen readers.
pub(crate) const NOTE_DELETED: &str = "Note deleted.";

/// The note that is saved, below the one that is being written.
pub(crate) fn saved_note(note: &str) -> String {
    format!("Saved note: {note}")
}

/// `rule` is what a note has to be: "must not be empty".
pub(crate) fn invalid_note(rule: &str) -> String {
    format!("The note {rule}.")
}
