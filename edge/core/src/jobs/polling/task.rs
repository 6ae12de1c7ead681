use docket_wire::JobId;

use crate::jobs::schedule::Audience;

/// A poll to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PollTask {
    /// The job to poll.
    pub job: JobId,
    /// The job's revision before the poll. If it changes meanwhile, the response may be out of date.
    pub revision: u64,
}

/// The circumstances of a poll.
#[derive(Debug, Clone, Copy)]
pub struct PollContext {
    pub audience: Audience,
    /// Uniform in 0 to 1.
    pub random: f64,
}
