/// Jobs have a number, labels and a full-text search.
pub(super) const STATEMENTS: &[&str] = &[
    // A job gets a number, in the order in which it was added: pages, labels and the search refer to it.
    "DROP INDEX jobs_newest",
    "DROP INDEX jobs_due",
    "DROP INDEX jobs_polling",
    "DROP INDEX jobs_stopped",
    "DROP INDEX jobs_revision",
    "ALTER TABLE jobs RENAME TO jobs_before",
    "CREATE TABLE jobs (
        number INTEGER PRIMARY KEY NOT NULL,
        id TEXT UNIQUE NOT NULL,
        status TEXT NOT NULL,
        body TEXT NOT NULL,
        title TEXT,
        author TEXT,
        created_at INTEGER NOT NULL,
        active_since INTEGER NOT NULL,
        ended_at INTEGER,
        checked_at INTEGER NOT NULL,
        follow_ups INTEGER NOT NULL,
        expect_activity_until INTEGER,
        next_poll_at INTEGER,
        polling_since INTEGER,
        failures INTEGER NOT NULL,
        stopped INTEGER NOT NULL,
        unwatched INTEGER NOT NULL,
        stale INTEGER NOT NULL,
        hidden INTEGER NOT NULL,
        fault TEXT,
        revision INTEGER NOT NULL
    ) STRICT",
    "INSERT INTO jobs (id, status, body, title, author, created_at, active_since, ended_at, checked_at, follow_ups,
        expect_activity_until, next_poll_at, polling_since, failures, stopped, unwatched, stale, hidden, fault, revision)
     SELECT id, status, body, title, author, created_at, active_since, ended_at, checked_at, follow_ups,
        expect_activity_until, next_poll_at, polling_since, failures, stopped, 0, 0, 0, fault, revision
     FROM jobs_before ORDER BY created_at, id",
    "DROP TABLE jobs_before",
    "CREATE INDEX jobs_listed ON jobs (hidden, number)",
    "CREATE INDEX jobs_by_status ON jobs (hidden, status, number)",
    "CREATE INDEX jobs_by_person ON jobs (hidden, author, number)",
    "CREATE INDEX jobs_by_time ON jobs (created_at, number)",
    "CREATE INDEX jobs_due ON jobs (next_poll_at) WHERE next_poll_at IS NOT NULL",
    "CREATE INDEX jobs_polling ON jobs (polling_since) WHERE polling_since IS NOT NULL",
    "CREATE INDEX jobs_stopped ON jobs (next_poll_at) WHERE stopped = 1",
    "CREATE INDEX jobs_revision ON jobs (revision)",
    "CREATE TABLE labels (
        job INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY (job, label)
    ) STRICT, WITHOUT ROWID",
    "CREATE INDEX labels_jobs ON labels (label, job)",
    // One row per job, under its number: all prompts that the service accepted, one per line.
    "CREATE VIRTUAL TABLE search USING fts5 (prompts, tokenize = 'unicode61 remove_diacritics 2')",
    "INSERT INTO search (rowid, prompts)
     SELECT jobs.number, group_concat(submissions.prompt, char(10)) FROM jobs
     JOIN submissions ON submissions.job_id = jobs.id AND submissions.state = 'accepted' GROUP BY jobs.number",
    // After an attempt of unknown outcome, a later rejection does not mean that the prompt was not carried out.
    "ALTER TABLE submissions ADD COLUMN was_unknown INTEGER NOT NULL DEFAULT 0",
    "UPDATE submissions SET was_unknown = 1 WHERE state = 'unknown'",
    "DROP INDEX submissions_open",
    "CREATE INDEX submissions_open ON submissions (state, job_id)
     WHERE state IN ('queued', 'sending', 'refused', 'unknown')",
    "CREATE INDEX submissions_recent ON submissions (author, submitted_at)",
];
