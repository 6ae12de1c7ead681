//! The settings of the ledger, and the names of the project's budgets.

use crate::settings::Settings;

/// What the settings say of a ledger: its budgets, how long jobs are expected to take, and how long it stores what.
#[derive(Debug, Clone, Copy)]
pub struct LedgerSettings {
    /// Creates and follow-ups per hour: the service limits them together.
    pub agent_per_hour: u32,
    pub polls_per_hour: u32,
    /// Changes of one caller per hour that the service does not see.
    pub changes_per_hour: u32,
    /// Median duration of a job in milliseconds, used until the project's own jobs show a better one.
    pub typical_job_ms: u32,
    /// How long the ledger stores what has ended.
    pub retention: JobRetention,
    /// For how many days the audit log stores its entries.
    pub audit_days: u32,
}

impl LedgerSettings {
    /// No prompt and no poll, as many changes as by default, and nothing is deleted.
    pub const NOTHING: Self = Self {
        agent_per_hour: 0,
        polls_per_hour: 0,
        changes_per_hour: 2_000,
        typical_job_ms: 150_000,
        retention: JobRetention::FOREVER,
        audit_days: 365,
    };

    /// Those of the deployment.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        Self {
            agent_per_hour: settings.agent_per_hour,
            polls_per_hour: settings.polls_per_hour,
            changes_per_hour: settings.changes_per_hour,
            typical_job_ms: settings.typical_job_s.saturating_mul(1000),
            retention: JobRetention { jobs_days: settings.jobs_days, prompts_days: settings.prompts_days },
            audit_days: settings.audit_days,
        }
    }
}

/// For how many days the ledger stores what has ended; `None` is indefinitely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobRetention {
    /// Ended jobs, and prompts that created no job.
    pub jobs_days: Option<u32>,
    /// The texts of their prompts.
    pub prompts_days: Option<u32>,
}

impl JobRetention {
    /// Nothing is deleted.
    pub const FOREVER: Self = Self { jobs_days: None, prompts_days: None };
}

/// The rate limiter of creates and follow-ups.
pub(super) const PROMPTS: &str = "prompts";
/// The rate limiter of polls.
pub(super) const POLLS: &str = "polls";
