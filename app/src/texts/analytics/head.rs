//! Which period the page shows, how fresh it is, and how many requests are left.

/// In place of all data.
pub(crate) fn unsupported_zone(zone: &str) -> String {
    format!("This browser does not support the time zone {zone}.")
}

/// Why data may be missing while the documentation service has asked Docket to wait. The notice continues with " for now."
pub(crate) const PAUSE_EFFECT: &str = "It requests no visitor data and shows the stored data";

/// After the days.
pub(crate) const INCLUDES_TODAY: &str = "Includes today (partial)";

/// Around the age of the data.
pub(crate) const UPDATED: [&str; 2] = ["Updated ", ""];
/// Around the age of data that could not be requested again.
pub(crate) const SHOWING_OLD: [&str; 2] = ["Could not refresh. Showing data from ", ""];

/// `next_in` is the time until there is one more.
pub(crate) fn requests_left(left: &str, limit: &str, next_in: Option<&str>) -> String {
    let next = next_in.map_or_else(String::new, |time| format!(", 1 more in {time}"));
    format!("{left} of {limit} requests left this hour{next}")
}

pub(crate) fn exact_interval(interval: &str) -> String {
    format!("Exact interval: {interval}")
}

/// An interval of dates or times.
pub(crate) fn interval(from: &str, to: &str) -> String {
    format!("{from} to {to}, end excluded")
}
