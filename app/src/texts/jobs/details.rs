//! The page of one job: its head, its details, and what a person can change about it.

pub(crate) const LOADING_THE_JOB: &str = "Loading the job";
pub(crate) const JOB_NOT_FOUND: &str = "Job not found";
/// What a screen reader says before the status.
pub(crate) const STATUS_OF_THE_JOB: &str = "Status of the job";
pub(crate) const PULL_REQUEST: &str = "Pull request";

pub(crate) fn no_job_with_id(id: &str) -> String {
    format!("The service has no job with the id {id} in this project.")
}

/// The name of the section.
pub(crate) const DETAILS: &str = "Details";
/// When Docket last polled the job.
pub(crate) const FRESHNESS: &str = "Freshness";
pub(crate) const REPOSITORY: &str = "Repository";
/// The branch, tag or commit.
pub(crate) const REFERENCE: &str = "Ref";
/// The language model.
pub(crate) const MODEL: &str = "Model";
/// The author.
pub(crate) const BY: &str = "By";
pub(crate) const CREATED: &str = "Created";
pub(crate) const ENDED: &str = "Ended";
pub(crate) const ARCHIVED: &str = "Archived";
pub(crate) const RUNNING_FOR: &str = "Running for";
pub(crate) const DURATION: &str = "Duration";
/// The duration of the last turn of the agent.
pub(crate) const LAST_TURN: &str = "Last turn";
/// The number of prompts.
pub(crate) const PROMPTS: &str = "Prompts";
pub(crate) const LABELS: &str = "Labels";
pub(crate) const JOB_ID: &str = "Job id";
pub(crate) const LINK: &str = "Link";

pub(crate) const COPY_ID: &str = "Copy id";
pub(crate) const COPY_LINK: &str = "Copy link";
pub(crate) const COPY_AS_CURL: &str = "Copy as curl";

/// Beside [`RUNNING_FOR`], as are the next. Docket has learned from one job.
pub(crate) fn last_job_took(duration: &str) -> String {
    format!("the last job took {duration}")
}

pub(crate) fn longer_than_9_of_10(duration: &str) -> String {
    format!("longer than 9 of 10 jobs, which take up to {duration}")
}

/// `duration` is that of 9 of 10.
pub(crate) fn longer_than_half_of_10(duration: &str) -> String {
    format!("longer than half of the jobs; 9 of 10 take up to {duration}")
}

pub(crate) fn longer_than_half(duration: &str) -> String {
    format!("longer than half of the jobs, which take up to {duration}")
}

pub(crate) fn half_take(duration: &str) -> String {
    format!("half of the jobs take up to {duration}")
}

/// The label of the field.
pub(crate) const LABELS_WITH_COMMAS: &str = "Labels, separated by commas";
pub(crate) const LABELS_ARE_SAVED: &str = "Saved in this browser until you save them.";
pub(crate) const LABELS_ARE_NOT_SAVED: &str =
    "This browser's storage is full or disabled: save the labels before you leave the page.";
pub(crate) const UNHIDE: &str = "Unhide";
pub(crate) const RUN_AGAIN: &str = "Run again";
