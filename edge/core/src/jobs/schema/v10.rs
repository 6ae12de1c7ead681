use crate::rate_limit;

/// What is counted for metrics, and the delays with which the ends of jobs were noticed.
pub(super) const STATEMENTS: &[&str] = &[
    rate_limit::COUNTERS,
    "ALTER TABLE schedule ADD COLUMN end_delays TEXT NOT NULL DEFAULT '[]'",
    "CREATE INDEX jobs_stopped ON jobs (number) WHERE is_stopped = 1 AND ended_at IS NULL",
];
