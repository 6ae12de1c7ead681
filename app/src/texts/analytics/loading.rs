//! Days and paths that are not loaded, what it costs to load them, and how far that is.

/// `days` is "3 days".
pub(crate) fn days_not_loaded(days: &str) -> String {
    format!("{days} not loaded.")
}

/// On a button. `days` is "3 days", `requests` is "3 requests".
pub(crate) fn load_days(days: &str, requests: &str) -> String {
    format!("Load {days} ({requests})")
}

/// `paths` is "3 paths".
pub(crate) fn more_paths(paths: &str) -> String {
    format!("{paths} loaded, and there are more.")
}

/// `paths` is "3 paths", `period` the first and the last day.
pub(crate) fn more_paths_of(paths: &str, period: &str) -> String {
    format!("{paths} of {period} loaded, and there are more.")
}

pub(crate) const LOAD_250_MORE: &str = "Load 250 more (1 request)";
pub(crate) const LOAD_ALL_PATHS: &str = "Load all paths";
/// Those of the selected days, and of the period that they are compared with.
pub(crate) const LOAD_ALL_PATHS_OF_BOTH: &str = "Load all paths of both periods";

/// `period` is the first and the last day.
pub(crate) fn load_all_paths_of(period: &str) -> String {
    format!("Load all paths of {period}")
}

/// On a button, for paths that may have changed. `requests` is "3 requests".
pub(crate) fn load_all_paths_again(requests: &str) -> String {
    format!("Load all paths again (about {requests})")
}

/// `cost` is one of the three below.
pub(crate) fn needs(cost: &str) -> String {
    format!("Loading them needs {cost}.")
}

/// `requests` is "40 requests" or "about 40 requests".
pub(crate) fn all_now(requests: &str) -> String {
    format!("{requests}, available now")
}

pub(crate) fn none_now(requests: &str, reserved: Option<&str>, done_by: &str) -> String {
    some_now(requests, "none", reserved, done_by)
}

/// `available` is how many available now, `reserved` "20 are reserved for people".
pub(crate) fn some_now(requests: &str, available: &str, reserved: Option<&str>, done_by: &str) -> String {
    let reserved = reserved.map_or_else(String::new, |reserved| format!(" ({reserved})"));
    format!("{requests}: {available} available now{reserved}, the last by {done_by}")
}

pub(crate) const NEEDS_ONE_PER_250_PATHS: &str = "Loading them needs 1 request per 250 paths.";

/// A time that is not today.
pub(crate) fn time_on(time: &str, day: &str) -> String {
    format!("{time} on {day}")
}

pub(crate) const LOADING_DAYS: &str = "Loading days";
pub(crate) const LOADING_PATHS: &str = "Loading paths";
pub(crate) const LOADING_COMPARED_PATHS: &str = "Loading paths of the compared period";

/// Announced by a screen reader, as are the next three. `what` is one of the three above.
pub(crate) fn begun(what: &str) -> String {
    format!("{what}.")
}

pub(crate) fn waits(what: &str) -> String {
    format!("{what}: waiting for the request budget.")
}

pub(crate) fn done(what: &str) -> String {
    format!("{what}: done.")
}

pub(crate) fn stopped(what: &str) -> String {
    format!("{what}: stopped.")
}

/// `what` is one of the three names above.
pub(crate) fn progress(what: &str, done: &str, total: &str) -> String {
    format!("{what}: {done} of {total} requests.")
}

/// The progress while the number of all requests is an estimate.
pub(crate) fn progress_of_about(what: &str, done: &str, total: &str) -> String {
    format!("{what}: {done} of about {total} requests.")
}

/// The progress while nothing is known of the number of all requests. `requests` is "3 requests".
pub(crate) fn progress_so_far(what: &str, requests: &str) -> String {
    format!("{what}: {requests} so far.")
}

/// Behind the progress, while a backfill waits. `reserved` is "20 are reserved for people".
pub(crate) fn reserved_this_hour(reserved: &str) -> String {
    format!("Of the requests left this hour, {reserved}.")
}

/// Behind the progress, while all requests of the hour are exhausted.
pub(crate) fn waiting_for(time: &str) -> String {
    format!("Waiting. Resumes in about {time}.")
}

pub(crate) const WAITING_NO_LONGER: &str = "Waiting. Resumes now.";

/// `time` is when all of it will be loaded.
pub(crate) fn done_by(time: &str) -> String {
    format!("Done by {time}.")
}
