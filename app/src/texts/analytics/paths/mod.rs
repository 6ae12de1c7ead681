//! The table of paths.

pub(crate) mod views;

use crate::texts::general;

pub(crate) const PATHS: &str = "Paths";

pub(crate) const SEARCH_PATHS: &str = "Search paths";
pub(crate) const PATH_PREFIX: &str = "Path prefix";
/// In the empty field of the prefix.
pub(crate) const STARTS_WITH: &str = "Starts with /…";
/// On the button that leaves the folders.
pub(crate) const SHOW_PAGES: &str = "Show pages";
pub(crate) const SHOW_FOLDERS: &str = "Show folders";

pub(crate) const FOLDERS_ABOVE: &str = "Parent folders";
pub(crate) const ALL_FOLDERS: &str = "All folders";

/// `part` is "3 pages" of a view, or the number of paths that a filter finds. `paths` is "3 paths", as in the next three.
pub(crate) fn part_of_paths(part: &str, paths: &str) -> String {
    format!("{part} of {paths}.")
}

/// In place of [`part_of_paths`] while there are more paths.
pub(crate) fn part_of_first_paths(part: &str, paths: &str) -> String {
    format!("{part} of the first {paths}.")
}

/// `folders` is "3 folders".
pub(crate) fn folders_in_paths(folders: &str, paths: &str) -> String {
    format!("{folders} in {paths}.")
}

/// In place of [`folders_in_paths`] while there are more paths.
pub(crate) fn folders_in_first_paths(folders: &str, paths: &str) -> String {
    format!("{folders} in the first {paths}.")
}

/// `paths` is "3 paths", `n` their number: a single one is not "all".
pub(crate) fn all_paths(n: u64, paths: &str) -> String {
    format!("{}{paths}.", if n == 1 { "" } else { "All " })
}

/// `paths` is "3 paths".
pub(crate) fn first_paths(paths: &str) -> String {
    format!("Showing the first {paths}.")
}

/// Behind it. `requests` is "3 requests", `paths` the number of paths that they load.
pub(crate) fn selecting_loads(paths: &str, requests: &str) -> String {
    format!("Views, sorting, filters and folders load up to {paths} more: up to {requests}.")
}

/// `pages` is "3 pages". Announced when the selection changes.
pub(crate) fn selected(pages: &str) -> String {
    format!("{pages} selected. ")
}

/// On paper, below the rows.
pub(crate) fn printed(first: &str, all: &str) -> String {
    format!("Printed: the first {first} of {all} paths.")
}

/// Before the field that sorts on a narrow screen, which shows no headings.
pub(crate) const SORT: &str = "Sort";
/// The order of the rows as the service sends them.
pub(crate) const SERVICE_ORDER: &str = "As the service sorts them";

/// The order of the rows in a view, which puts first what most deserves attention.
pub(crate) const VIEW_ORDER: &str = "Most notable first";

/// An order of the rows: `Human, largest first`.
pub(crate) fn order(column: &str, is_descending: bool) -> String {
    format!("{column}, {}", if is_descending { "largest first" } else { "smallest first" })
}

/// The order of the alphabet: `Path, A to Z`.
pub(crate) fn alphabetical(is_descending: bool) -> &'static str {
    if is_descending { "Path, Z to A" } else { "Path, A to Z" }
}

/// The order of gains and losses: `Change, losses first`.
pub(crate) fn losses_or_gains(is_descending: bool) -> &'static str {
    if is_descending { "Change, gains first" } else { "Change, losses first" }
}

/// `paths` is "3 loaded paths".
pub(crate) fn sorted_within(paths: &str) -> String {
    format!("Sorted within the {paths}.")
}

pub(crate) const FOLDERS_CANNOT_BE_ADDED_UP: &str =
    "Unique visitors cannot be added up: a folder has at least as many as its most visited page.";

/// `duplicates` is "3 duplicate rows".
pub(crate) fn dropped(duplicates: &str) -> String {
    format!("{duplicates} dropped.")
}

pub(crate) const TOTALS_CHANGED: &str = "The totals changed while the paths were loading.";
/// Around the time.
pub(crate) const LOADED_AT: [&str; 2] = ["Loaded ", "."];
pub(crate) const NOT_REFRESHED: &str = "Could not refresh.";
/// Where nothing was tried, because it takes many requests.
pub(crate) const MAY_HAVE_CHANGED: &str = "They may have changed since.";

pub(crate) const SELECT_LOADED_PAGES: &str = "Select loaded pages";

/// On a button. `pages` is "3 pages".
pub(crate) fn new_jobs_for(pages: &str) -> String {
    format!("New jobs for {pages}")
}

/// In place of the selection of further pages.
pub(crate) fn at_most_pages(limit: &str) -> String {
    format!("At most {limit} pages can be selected.")
}

pub(crate) const LIST_NOT_STORED: &str =
    "This browser's storage is full or disabled, so the selection cannot be passed on.";

/// The title of the table.
pub(crate) const VISITORS_BY_PATH: &str = "Unique visitors by path";
/// For screen readers.
pub(crate) const KEYS: &str = "Arrow keys, j and k move between rows, and x selects one.";
pub(crate) const PATH: &str = "Path";
/// The column with the visitors in the period that the view compares with.
pub(crate) const BEFORE: &str = "Before";
/// The column with how many visitors were gained or lost since then.
pub(crate) const CHANGE: &str = "Change";
/// The same where the selected days are not over yet.
pub(crate) const CHANGE_SO_FAR: &str = "Change so far";

pub(crate) fn select(path: &str) -> String {
    format!("Select {path}")
}

pub(crate) fn trend_of_this_page(key: &str) -> String {
    format!("Daily visitors of this page. {}", general::shortcut(key))
}

/// The path first: the column may be too narrow for it.
pub(crate) fn open_page(path: &str, key: &str) -> String {
    format!("{path} (opens in a new tab). {}", general::shortcut(key))
}

pub(crate) const NEW_JOB_FOR_THIS_PAGE: &str = "New job for this page";

pub(crate) fn new_job_for_this_page(key: &str) -> String {
    format!("{NEW_JOB_FOR_THIS_PAGE}. {}", general::shortcut(key))
}

pub(crate) fn new_job_for(path: &str) -> String {
    format!("New job for {path}")
}

/// The name of a row of pages.
pub(crate) const WITHOUT_FOLDER: &str = "Paths without a folder";

/// The name of a row of pages.
pub(crate) fn pages_directly_in(folder: &str) -> String {
    format!("Pages directly in {folder}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::analytics::counts::{loaded_paths, paths};
    use crate::texts::analytics::loading::{more_paths, more_paths_of};

    #[test]
    fn a_single_path_is_no_paths() {
        for (sentence, text) in [
            (all_paths(1, &paths(1, "1")), "1 path."),
            (all_paths(2, &paths(2, "2")), "All 2 paths."),
            (all_paths(0, &paths(0, "0")), "All 0 paths."),
            (first_paths(&paths(1, "1")), "Showing the first 1 path."),
            (part_of_paths("1", &paths(1, "1")), "1 of 1 path."),
            (part_of_first_paths("1", &paths(250, "250")), "1 of the first 250 paths."),
            (folders_in_paths("1 folder", &paths(1, "1")), "1 folder in 1 path."),
            (folders_in_first_paths("1 folder", &paths(1, "1")), "1 folder in the first 1 path."),
            (sorted_within(&loaded_paths(1, "1")), "Sorted within the 1 loaded path."),
            (sorted_within(&loaded_paths(2, "2")), "Sorted within the 2 loaded paths."),
            (more_paths(&paths(1, "1")), "1 path loaded, and there are more."),
            (
                more_paths_of(&paths(1, "1"), "Jun 1, 2026"),
                "1 path of Jun 1, 2026 loaded, and there are more.",
            ),
        ] {
            assert_eq!(sentence, text);
        }
    }
}
