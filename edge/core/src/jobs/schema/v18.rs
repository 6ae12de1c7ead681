/// A change writes fewer rows. What changed since a revision is found by its events, an index by job has only rows of a job, and
/// the search does not store the lengths of texts, which only a ranking needs.
pub(super) const STATEMENTS: &[&str] = &[
    "DROP INDEX jobs_revision",
    "DROP INDEX submissions_revision",
    "DROP INDEX submissions_job",
    "CREATE INDEX submissions_job ON submissions (job_id) WHERE job_id IS NOT NULL",
    "DROP INDEX events_job",
    "CREATE INDEX events_job ON events (job_id) WHERE job_id IS NOT NULL",
    "ALTER TABLE search RENAME TO search_before",
    "CREATE VIRTUAL TABLE search USING fts5 (prompts, columnsize = 0, tokenize = 'unicode61 remove_diacritics 2')",
    "INSERT INTO search (search, rank) VALUES ('secure-delete', 1)",
    "INSERT INTO search (rowid, prompts) SELECT rowid, prompts FROM search_before",
    "DROP TABLE search_before",
];
