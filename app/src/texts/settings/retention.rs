//! What retention says: how long data is stored.

pub(crate) const RETENTION: &str = "Retention";
pub(crate) const LOADING_RETENTION: &str = "Loading retention settings";

// Kinds of data.
pub(crate) const ENDED_JOBS: &str = "Ended jobs";
pub(crate) const THEIR_PROMPTS: &str = "Their prompts";
pub(crate) const VISITOR_DATA: &str = "Visitor data";

pub(crate) const STORED_INDEFINITELY: &str = "Stored indefinitely.";
pub(crate) const NOTHING_DELETED: &str = "Nothing is deleted.";
/// In place of the number of items that retention would delete.
pub(crate) const NOTHING: &str = "nothing";
/// Before and after how long ago.
pub(crate) const OLDEST_IS_FROM: [&str; 2] = ["Oldest: ", "."];

// The form.
pub(crate) fn try_other_days(project: &str) -> String {
    format!("Preview other periods for {project}")
}

pub(crate) const DAYS_FOR_ENDED_JOBS: &str = "Days for ended jobs";
pub(crate) const DAYS_FOR_PROMPTS: &str = "Days for prompts";
pub(crate) const DAYS_FOR_VISITORS: &str = "Days for visitor data";
pub(crate) const DAYS_FOR_THE_AUDIT_LOG: &str = "Days for the audit log";
pub(crate) const PREVIEW: &str = "Preview";
pub(crate) const PREVIEW_DELETES_NOTHING: &str = "A preview deletes nothing. It does not count audit log entries that belong to no project, such as sign-ins. \
     To change how long something is stored, set the variables of the deployment.";

/// `days` is how long jobs are stored: more than a week.
pub(crate) fn prompts_outlive_jobs(days: &str) -> String {
    format!("Prompts cannot be stored longer than their jobs. Enter at most {days} days for prompts.")
}

pub(crate) fn stored_for(days: u32, shown: &str) -> String {
    match days {
        1 => "Stored for 1 day.".to_owned(),
        _ => format!("Stored for {shown} days."),
    }
}

/// More than is counted.
pub(crate) fn more_than(number: &str) -> String {
    format!("more than {number}")
}

/// With the days of the setting.
pub(crate) fn would_delete_now(what: &str) -> String {
    format!("Would be deleted now: {what}.")
}

/// With other days.
pub(crate) fn would_go_with(days: u32, shown: &str, what: &str) -> String {
    match days {
        1 => format!("With 1 day, this would be deleted: {what}."),
        _ => format!("With {shown} days, this would be deleted: {what}."),
    }
}
