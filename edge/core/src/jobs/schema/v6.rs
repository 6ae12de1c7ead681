/// A person's inbox: what became of each job last, and what each person has read.
pub(super) const STATEMENTS: &[&str] = &[
    // The revision of the last event of a job that needs attention. Before this schema, it is that of the last event.
    "ALTER TABLE jobs ADD COLUMN news_revision INTEGER NOT NULL DEFAULT 0",
    "UPDATE jobs SET news_revision = revision
     WHERE (ended_at IS NULL AND (is_stale = 1 OR is_stopped = 1 OR is_suspended = 1))
     OR number IN (SELECT number FROM jobs WHERE ended_at IS NOT NULL ORDER BY revision DESC LIMIT 200)",
    "CREATE INDEX jobs_in_need ON jobs (news_revision)
     WHERE news_revision <> 0 AND is_hidden = 0
     AND (status = 'failed' OR (ended_at IS NULL AND (is_stale = 1 OR is_stopped = 1 OR is_suspended = 1)))",
    "CREATE INDEX jobs_ended_news ON jobs (news_revision)
     WHERE news_revision <> 0 AND is_hidden = 0 AND ended_at IS NOT NULL AND status <> 'failed'",
    "CREATE INDEX submissions_failed ON submissions (revision) WHERE state IN ('rejected', 'unknown')",
    // Up to which revision a person has read everything, and the exceptions: an item is `job:` or `submission:`, and
    // its id.
    "CREATE TABLE readers (person TEXT PRIMARY KEY NOT NULL, read_up_to INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE read_marks (
        person TEXT NOT NULL, item TEXT NOT NULL, revision INTEGER NOT NULL, is_read INTEGER NOT NULL,
        PRIMARY KEY (person, item)
    ) STRICT, WITHOUT ROWID",
];
