//! The periods of a filter.

pub(crate) const ANY_TIME: &str = "Any time";
pub(crate) const TODAY: &str = "Today";
pub(crate) const LAST_7_DAYS: &str = "Last 7 days";
pub(crate) const LAST_30_DAYS: &str = "Last 30 days";
/// Another start of a period. `moment` is a day or an exact time.
pub(crate) fn since(moment: &str) -> String {
    format!("Since {moment}")
}
