//! The list of jobs, and what is around it.

use docket_wire::JobSort;

use crate::texts::general::counted;

pub(crate) const LOADING_JOBS: &str = "Loading jobs";

pub(crate) const NO_JOBS_YET: &str = "No jobs yet.";
/// Before a link to the hidden jobs, if there can be any.
pub(crate) const NO_JOBS_TO_SHOW: &str = "No jobs to show.";
/// For people who may start jobs.
pub(crate) const HOW_TO_START: &str = "Describe what the agent should do, and start a job. It runs in the background, and opens a pull \
     request when it has changed files. You can close this page.";
/// For the others.
pub(crate) const WHO_STARTS_JOBS: &str = "Operators and programs start jobs. You will see them here.";

/// The head of a column, as are the next.
pub(crate) const STATUS: &str = "Status";
pub(crate) const JOB: &str = "Job";
/// The author.
pub(crate) const BY: &str = "By";
pub(crate) const STARTED: &str = "Started";
/// When Docket last polled the job.
pub(crate) const FRESHNESS: &str = "Freshness";
pub(crate) const PULL_REQUEST: &str = "Pull request";
/// Beside the title of a job.
pub(crate) const RUNNING_LONG: &str = "running long";

/// The caption of the table.
pub(crate) fn sorted(sort: JobSort) -> &'static str {
    match sort {
        JobSort::Newest => "Jobs, newest first",
        JobSort::Oldest => "Jobs, oldest first",
    }
}

/// On the button below the list, which loads the next jobs in the list's order.
pub(crate) fn load_more(sort: JobSort) -> &'static str {
    match sort {
        JobSort::Newest => "Load older jobs",
        JobSort::Oldest => "Load newer jobs",
    }
}

pub(crate) const IMPORT_BY_ID: &str = "Import a job by id";
/// The label of the field.
pub(crate) const JOB_ID: &str = "Job id";
pub(crate) const IMPORT: &str = "Import";

/// Before the title of the job whose id is searched for.
pub(crate) const WITH_THIS_ID: &str = "Job with this id: ";
pub(crate) const NONE_WITH_THIS_ID: &str = "No job of this project has this id.";

pub(crate) const POLLING_FAILS: &str = "Polling is failing";

/// A link to the only job whose polls fail.
pub(crate) const SHOW_THE_JOB: &str = "Show the job.";

/// Before the reason.
pub(crate) fn no_status_of(count: u64, shown: &str) -> String {
    format!("Docket cannot get the status of {}. ", counted(count, shown, "job", "jobs"))
}

/// The box of a row.
pub(crate) fn select(title: &str) -> String {
    format!("Select {title}")
}

/// Behind the labels of a job that fit beside its title.
pub(crate) fn more_labels(count: usize) -> String {
    format!("+{count}")
}
