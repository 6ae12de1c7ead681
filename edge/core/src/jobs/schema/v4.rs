/// A poll writes as few rows as possible, and reading a job reads only its own rows.
pub(super) const STATEMENTS: &[&str] = &[
    // Which polls are in flight is only in memory.
    "DROP INDEX jobs_polling",
    "ALTER TABLE jobs DROP COLUMN polling_since",
    "ALTER TABLE jobs DROP COLUMN polled_at",
    // Every poll reads durations and count. The ledger counts jobs where it stores them, because an update with a
    // trigger reads its row again.
    "DROP TRIGGER jobs_added",
    "DROP TRIGGER jobs_changed",
    "CREATE TABLE schedule (durations TEXT NOT NULL, polled_jobs INTEGER NOT NULL) STRICT",
    "INSERT INTO schedule (durations, polled_jobs) SELECT latest, value FROM durations, counts WHERE name = 'polled'",
    "DROP TABLE durations",
    "DROP TABLE counts",
    // The pages of a job's history follow these indexes.
    "DROP INDEX submissions_job",
    "CREATE INDEX submissions_job ON submissions (job_id)",
    "CREATE INDEX events_submission ON events (submission_id) WHERE job_id IS NULL",
];
