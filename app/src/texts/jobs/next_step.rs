//! What happens next with a job: a sentence for each state.

pub(crate) const AT_WORK: &str =
    "The agent is working. If it changes files, its pull request will appear here when it finishes.";
/// The job has a pull request from an earlier turn.
pub(crate) const AT_WORK_AGAIN: &str =
    "The agent is working again. It may change the pull request until it finishes.";
/// A follow-up was accepted, and the status is still that of the turn before.
pub(crate) const FOLLOW_UP_BEGINS: &str =
    "The service accepted a follow-up. The agent will start on it soon.";
/// The outcome of a follow-up is unknown.
pub(crate) const DECIDE: &str =
    "The service may or may not have received a follow-up. Resolve it in the timeline.";
/// In place of [`DECIDE`], for people who may not decide.
pub(crate) const NEEDS_DECISION: &str =
    "The service may or may not have received a follow-up. It is waiting for an operator.";
pub(crate) const REVIEW: &str =
    "The agent has finished. Review its pull request, or ask for changes with a follow-up.";
pub(crate) const NO_PULL_REQUEST: &str = "The agent has finished without a pull request. If it should have changed files, a follow-up can say which.";
pub(crate) const FAILED: &str = "The agent failed with an error. A follow-up can ask it to try again, or the prompt can run again as a new job.";
pub(crate) const ARCHIVED: &str =
    "The job is archived. A follow-up may still reach it, or its prompt can run again as a new job.";
/// For people who may not send prompts, as are the next.
pub(crate) const READY_FOR_REVIEW: &str = "The agent has finished. Its pull request is ready for review.";
pub(crate) const NO_PULL_REQUEST_HERE: &str = "The agent has finished without a pull request.";
pub(crate) const FAILED_WITH_AN_ERROR: &str = "The agent failed with an error.";
pub(crate) const NO_MORE_WORK: &str = "The job is archived.";
/// The service has a status that is newer than this console.
pub(crate) const UNKNOWN_STATUS: &str =
    "This console does not know this status. Docket polls the job until the service says that it has ended.";

/// Behind the age of the last check.
pub(crate) fn next_check_in(duration: &str) -> String {
    format!(", next in {duration}")
}

/// In place of [`next_check_in`].
pub(crate) const NEXT_CHECK_IS_DUE: &str = ", next is due";
