//! Counts with their nouns. Each takes the number, and how it is shown.

use crate::texts::general::counted;

pub(crate) fn days(n: u64, shown: &str) -> String {
    counted(n, shown, "day", "days")
}

pub(crate) fn duplicate_rows(n: u64, shown: &str) -> String {
    counted(n, shown, "duplicate row", "duplicate rows")
}

pub(crate) fn duplicates(n: u64, shown: &str) -> String {
    counted(n, shown, "duplicate", "duplicates")
}

pub(crate) fn folders(n: u64, shown: &str) -> String {
    counted(n, shown, "folder", "folders")
}

pub(crate) fn jobs_ended(n: u64, shown: &str) -> String {
    counted(n, shown, "job ended", "jobs ended")
}

/// Pages of the documentation.
pub(crate) fn pages(n: u64, shown: &str) -> String {
    counted(n, shown, "page", "pages")
}

pub(crate) fn paths(n: u64, shown: &str) -> String {
    counted(n, shown, "path", "paths")
}

/// Paths among which others may be missing.
pub(crate) fn loaded_paths(n: u64, shown: &str) -> String {
    counted(n, shown, "loaded path", "loaded paths")
}

pub(crate) fn pull_requests(n: u64, shown: &str) -> String {
    counted(n, shown, "pull request", "pull requests")
}

/// Requests to the documentation service.
pub(crate) fn requests(n: u64, shown: &str) -> String {
    counted(n, shown, "request", "requests")
}

/// Requests whose number is an estimate.
pub(crate) fn about_requests(n: u64, shown: &str) -> String {
    format!("about {}", requests(n, shown))
}

/// Requests that a backfill leaves to people.
pub(crate) fn reserved(n: u64, shown: &str) -> String {
    counted(n, shown, "is reserved for people", "are reserved for people")
}

/// Rows of a table.
pub(crate) fn rows(n: u64, shown: &str) -> String {
    counted(n, shown, "row", "rows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_its_noun() {
        for (n, shown, text) in
            [(1, "1", "1 page"), (0, "0", "0 pages"), (1_234_567, "1,234,567", "1,234,567 pages")]
        {
            assert_eq!(pages(n, shown), text);
        }
    }
}
