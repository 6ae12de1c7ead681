/// Jobs and prompts that are old enough are deleted.
pub(super) const STATEMENTS: &[&str] = &[
    // The days after which the text was deleted; null while it is stored.
    "ALTER TABLE submissions ADD COLUMN prompt_days INTEGER",
    // A deleted prompt still has to answer whether a request with its idempotency key is the same one.
    "ALTER TABLE submissions ADD COLUMN prompt_digest TEXT",
    "ALTER TABLE jobs ADD COLUMN prompt_days INTEGER",
    // Each of these indexes only rows that can still expire, so that SQLite finds the first one without a scan.
    "ALTER TABLE jobs ADD COLUMN has_prompts INTEGER NOT NULL DEFAULT 1",
    "CREATE INDEX jobs_prompts ON jobs (ended_at) WHERE ended_at IS NOT NULL AND has_prompts = 1",
    "CREATE INDEX submissions_closed ON submissions (submitted_at)
     WHERE job_id IS NULL AND state IN ('rejected', 'discarded')",
    "CREATE INDEX submissions_closed_prompts ON submissions (submitted_at)
     WHERE job_id IS NULL AND state IN ('rejected', 'discarded') AND prompt_days IS NULL",
    "CREATE INDEX events_deleted ON events (revision) WHERE what = '{\"kind\":\"deleted\"}'",
    // Otherwise the index would keep the words of a deleted prompt until it is merged.
    "INSERT INTO search (search, rank) VALUES ('secure-delete', 1)",
    "CREATE INDEX read_marks_item ON read_marks (item)",
];
