//! What the polling of jobs says.

pub(crate) const POLLING: &str = "Polling";
pub(crate) const OPEN_JOBS: &str = "Open jobs";
pub(crate) const NO_OPEN_JOBS: &str = "None.";
pub(crate) const MOST_OVERDUE_POLL: &str = "Most overdue poll";
pub(crate) const NO_OVERDUE_POLL: &str = "None.";
pub(crate) const POLLS_WAIT_FOR_THE_BUDGET: &str = "None. Due polls wait for the hourly budget.";
pub(crate) const POLLS_WAIT_FOR_THE_PAUSE: &str =
    "None. Due polls wait for the end of the pause that the service asked for.";
/// How late the ends of jobs are detected.
pub(crate) const END_DELAY: &str = "Detection delay";
pub(crate) const NO_JOB_HAS_ENDED: &str = "No job has ended yet.";
pub(crate) const DATABASE_ROWS: &str = "Database rows";

pub(crate) fn polling_is_late(overdue: &str) -> String {
    format!(
        "Polling is late: a poll is {overdue} overdue, and neither the budget nor a pause is the reason. Check the Worker's \
         log for errors."
    )
}

/// Open jobs. A list of such parts becomes a sentence: `3 polled, 1 suspended.`
pub(crate) fn polled(number: &str) -> String {
    format!("{number} polled")
}

/// Open jobs, like `polled`.
pub(crate) fn suspended(number: &str) -> String {
    format!("{number} suspended")
}

/// Open jobs, like `polled`.
pub(crate) fn stopped(number: &str) -> String {
    format!("{number} stopped")
}

/// The largest number of [`suspended`] or [`stopped`]: Docket counts no further.
pub(crate) fn or_more(number: &str) -> String {
    format!("{number} or more")
}

pub(crate) fn due_for(duration: &str) -> String {
    format!("Overdue by {duration}.")
}

pub(crate) fn end_noticed_within(duration: &str, jobs: u32, shown: &str) -> String {
    match jobs {
        1 => format!("{duration}, for 1 job."),
        _ => format!("Up to {duration} for half of the latest {shown} jobs."),
    }
}

pub(crate) fn rows(read: &str, written: &str) -> String {
    format!("{read} read, {written} written, since Docket began counting.")
}
