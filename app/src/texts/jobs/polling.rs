//! How current the status of a job is, why it may be out of date, and pauses.

/// Before how long ago, as are the next.
pub(crate) const ENDED: &str = "ended ";
pub(crate) const CHECKED: &str = "checked ";
pub(crate) const STALE: &str = "stale, checked ";
pub(crate) const SUSPENDED: &str = "suspended, checked ";
pub(crate) const STOPPED: &str = "stopped, checked ";

pub(crate) const STOP_POLLING: &str = "Stop polling";
pub(crate) const RESUME_POLLING: &str = "Resume polling";

/// Before the reason.
pub(crate) const KEEPS_TRYING: &str = "Docket could not get the status of this job from the service, and keeps trying. \
     The job itself may be fine.";
/// Before the reason.
pub(crate) const DOES_NOT_POLL: &str =
    "Docket no longer polls this job. The status is from the last check until polling resumes.";
/// When it is unknown who stopped it.
pub(crate) const POLLING_STOPPED: &str =
    "Polling stopped. The status is from the last check until polling resumes.";
pub(crate) const RUNNING_LONG: &str = "This job is running much longer than usual in this project. It may still finish: \
     Docket keeps polling it, less often.";

pub(crate) fn polling_stopped_by(person: &str) -> String {
    format!("Polling stopped by {person}. The status is from the last check until polling resumes.")
}

/// During a pause, as are the next: the beginning of a sentence like `It sends no prompts for now.`
pub(crate) const NO_PROMPTS_AND_POLLS: &str = "It sends no prompts and does not poll jobs";
pub(crate) const NO_PROMPTS: &str = "It sends no prompts";
pub(crate) const NO_POLLS: &str = "It does not poll jobs";
