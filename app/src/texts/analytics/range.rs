//! The selection of days, time zone and comparison, and what is wrong with it.

use docket_wire::{Comparison, InvalidParameter, InvalidZone};

/// The name of the list of ranges.
pub(crate) const DATE_RANGE: &str = "Date range";
pub(crate) const TODAY: &str = "Today";
pub(crate) const YESTERDAY: &str = "Yesterday";
pub(crate) const LAST_7_DAYS: &str = "7 days";
pub(crate) const LAST_14_DAYS: &str = "14 days";
pub(crate) const LAST_30_DAYS: &str = "30 days";
pub(crate) const LAST_90_DAYS: &str = "90 days";
pub(crate) const THIS_MONTH: &str = "This month";
pub(crate) const LAST_MONTH: &str = "Last month";
pub(crate) const THIS_QUARTER: &str = "This quarter";
pub(crate) const YEAR_TO_DATE: &str = "Year to date";
/// In the list of ranges, for days that are none of the others.
pub(crate) const CUSTOM: &str = "Custom";

/// The name of the form with the first and the last day.
pub(crate) const CUSTOM_RANGE: &str = "Custom range";
/// The field of the first day.
pub(crate) const FROM: &str = "From";
/// The field of the last day.
pub(crate) const TO: &str = "To";
/// On the button that shows the days.
pub(crate) const APPLY: &str = "Apply";

pub(crate) const ENTER_FIRST_DAY: &str = "Enter the first day as YYYY-MM-DD, from 2000-01-01 to 2100-12-31.";
pub(crate) const ENTER_LAST_DAY: &str = "Enter the last day as YYYY-MM-DD, from 2000-01-01 to 2100-12-31.";
pub(crate) const FIRST_AFTER_LAST: &str = "The first day must not be after the last day.";

pub(crate) fn last_after_today(today: &str) -> String {
    format!("The last day must not be after today, {today}.")
}

pub(crate) const NOTHING_TO_COMPARE_WITH: &str =
    "The period to compare with must not begin before 2000. Select later days or no comparison.";

pub(crate) fn zone_skips_day(day: &str, zone: &str) -> String {
    format!("The clocks of {zone} skipped {day}. Select another day.")
}

pub(crate) fn too_many_days(max: &str) -> String {
    format!("A date range can have at most {max} days.")
}

pub(crate) const TIME_ZONE: &str = "Time zone";
pub(crate) const ALL_TIME_ZONES: &str = "All time zones";

/// The time zone that the browser is set to.
pub(crate) fn zone_of_browser(zone: &str) -> String {
    format!("{zone} (this browser)")
}

/// The name of the list of comparisons.
pub(crate) const COMPARE_WITH: &str = "Compare with";

pub(crate) fn comparison(compare: Option<Comparison>) -> &'static str {
    match compare {
        Some(Comparison::Previous) => "Previous period",
        Some(Comparison::Year) => "Same period last year",
        None => "No comparison",
    }
}

/// After the period that the selected days are compared with.
pub(crate) const COMPARES_WITH_LONGER: &str =
    "The selected period is not over yet, so part of it is compared with a full period.";

/// `invalid` is what a time zone has to be: "must be the name of a time zone".
pub(crate) fn link_has_invalid_zone(invalid: InvalidZone) -> String {
    format!("This link has an invalid time zone: it {invalid}.")
}

pub(crate) const LINK_HAS_UNKNOWN_RANGE: &str = "This link has an unknown date range.";

/// `invalid` names a part of the link, and what that has to be.
pub(crate) fn link_is_invalid(invalid: &InvalidParameter) -> String {
    format!("This link is invalid: {invalid}.")
}

/// `invalid` names the field and the rule.
pub(crate) fn days_are_invalid(invalid: &InvalidParameter) -> String {
    format!("These days cannot be shown: {invalid}.")
}

/// "open" is a part of the link.
pub(crate) const LINK_HAS_INVALID_PATH: &str = "This link has an invalid path in its parameter open.";
