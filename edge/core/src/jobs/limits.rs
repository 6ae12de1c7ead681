//! How much the ledger may ask of the service, and the names under which it counts that.

/// The project's budgets, and how long its jobs are expected to take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Creates and follow-ups per hour: the service limits them together.
    pub agent_per_hour: u32,
    /// Polls per hour.
    pub polls_per_hour: u32,
    /// Median duration of a job in milliseconds, used until the project's own jobs show a better one.
    pub typical_job_ms: u32,
}

/// The rate limiter of creates and follow-ups.
pub(super) const PROMPTS: &str = "prompts";
/// The rate limiter of polls.
pub(super) const POLLS: &str = "polls";
