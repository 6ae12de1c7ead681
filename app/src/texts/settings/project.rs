//! What the state of a project says: its key, its jobs, its visitors.

use docket_wire::KeyKind;

pub(crate) const ASK_FOR_THE_ROLE: &str =
    "To see the state of this project, ask an admin for the role Viewer.";
pub(crate) const LOADING_STATUS: &str = "Loading project status";
/// Before the reason.
pub(crate) const STATUS_UNAVAILABLE: &str = "Status unavailable. ";
pub(crate) const PROJECT: &str = "Project";
pub(crate) const ADMIN_KEY: &str = "Admin key";

// Jobs.
pub(crate) const PROMPTS_OF_THE_HOUR: &str = "Prompts this hour";
pub(crate) const POLLS_OF_THE_HOUR: &str = "Polls this hour";
pub(crate) const DURATION_OF_JOBS: &str = "Duration of jobs";

// Visitors.
pub(crate) const REQUESTS_OF_THE_HOUR: &str = "Requests this hour";
pub(crate) const PROJECTS_SHARE_THESE: &str = "Projects with the same admin key share these.";

// Calls to the service.
pub(crate) const END_THE_PAUSE: &str = "End the pause";
pub(crate) const LAST_SUCCESSFUL_CALL: &str = "Last successful call";
/// In place of when a call succeeded.
pub(crate) const NO_CALL_YET: &str = "None yet.";
/// In place of when a call succeeded.
pub(crate) const NO_CALL_IN_30_DAYS: &str = "None in the last 30 days.";
pub(crate) const FAILED_CALL: &str = "Failed call";
/// Before and after how long ago. Sentences with the reason and some advice follow.
pub(crate) const LAST_CALL_FAILED: [&str; 2] = ["The last call failed ", ". "];
/// Before the name of a setting.
pub(crate) const CHECK_THE_KEY: &str =
    "Check that the key belongs to this project, is an admin key, and is not revoked. Then replace it in:";
/// Before the name of a setting.
pub(crate) const CHECK_THE_ADDRESS: &str = "If this continues, check the address of the service in:";
/// Before the names of settings.
pub(crate) const CHECK_ADDRESS_AND_TIME_LIMIT: &str =
    "If this continues, check the address of the service and its time limit in:";
pub(crate) const SERVICE_ERROR: &str = "The service has an error. Docket retries automatically.";
pub(crate) const DOCKET_WAITS: &str =
    "Docket waits as long as the service asks. Other programs may be using the same key.";

pub(crate) const STORAGE: &str = "Storage";

pub(crate) fn key(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::Missing => "Not set. Nothing works without it.",
        KeyKind::Admin => "Set, and it looks like an admin key.",
        KeyKind::Other => {
            "Set, but it looks like a key for another purpose. Jobs and visitors need an admin key, which begins with mint_."
        }
        KeyKind::Unknown => {
            "Set, but it does not look like an admin key, which begins with mint_. If calls succeed, that does not matter."
        }
    }
}

/// What is left of a budget.
pub(crate) fn left_of(left: &str, limit: &str) -> String {
    format!("{left} of {limit} left.")
}

/// What is left of an exhausted budget.
pub(crate) fn none_left_of(limit: &str) -> String {
    format!("None of {limit} left.")
}

/// When a request is free again.
pub(crate) fn one_more_in(duration: &str) -> String {
    format!("One more in {duration}.")
}

pub(crate) fn limit_is_lowered(limit: &str) -> String {
    format!(
        "The service refused requests before the limit was reached, so Docket makes at most {limit} an hour for now."
    )
}

pub(crate) fn paused_for_about(duration: &str) -> String {
    format!("Paused for about {duration}, because the service asked Docket to wait.")
}

pub(crate) fn no_ended_jobs_yet(estimate: &str) -> String {
    format!("No ended jobs yet. Estimate: {estimate}.")
}

pub(crate) fn half_take_up_to(half: &str) -> String {
    format!("Half take up to {half}.")
}

pub(crate) fn half_and_nine_of_ten_take_up_to(half: &str, nine_of_ten: &str) -> String {
    format!("Half take up to {half}, 9 of 10 up to {nine_of_ten}.")
}

pub(crate) fn learned_from(jobs: u32, shown: &str) -> String {
    match jobs {
        1 => "Based on 1 job.".to_owned(),
        _ => format!("Based on the latest {shown} jobs."),
    }
}

pub(crate) fn storage(size: &str, schema: &str) -> String {
    format!("{size}, schema {schema}")
}
