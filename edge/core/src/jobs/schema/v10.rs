/// What is counted for metrics, and the delays with which the ends of jobs were noticed.
pub(super) const STATEMENTS: &[&str] = &[
    "ALTER TABLE rate_limits ADD COLUMN counters BLOB",
    "ALTER TABLE schedule ADD COLUMN end_delays TEXT NOT NULL DEFAULT '[]'",
    "CREATE INDEX jobs_stopped ON jobs (number) WHERE is_stopped = 1 AND ended_at IS NULL",
];
