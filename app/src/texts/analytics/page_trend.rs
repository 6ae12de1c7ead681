//! The daily visitors of one page.

/// Around the path of the page.
pub(crate) const DAILY_VISITORS_OF: [&str; 2] = ["Daily visitors of ", ""];

pub(crate) fn daily_visitors_of(path: &str) -> String {
    let [before, after] = DAILY_VISITORS_OF;
    format!("{before}{path}{after}")
}

pub(crate) const LOADING_DAILY_VISITORS: &str = "Loading the daily visitors of the page";

/// `days` is "3 days".
pub(crate) fn days_come_with_those_above(days: &str) -> String {
    format!("{days} not loaded. They load with the days above.")
}

/// `days` is "3 days", `paths` the number of paths.
pub(crate) fn unknown_on(days: &str, paths: &str) -> String {
    format!(
        "Unknown on {days}: Docket reads the first {paths} paths of each day, and the page is not among them."
    )
}
