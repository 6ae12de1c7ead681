/// A rejected follow-up may be of a job that the ledger lacks, and follow-ups may take another time than creates.
pub(super) const STATEMENTS: &[&str] = &[
    "DROP INDEX submissions_closed",
    "DROP INDEX submissions_closed_prompts",
    "CREATE INDEX submissions_closed ON submissions (submitted_at) WHERE state IN ('rejected', 'discarded')",
    "CREATE INDEX submissions_closed_prompts ON submissions (submitted_at)
     WHERE state IN ('rejected', 'discarded') AND prompt_days IS NULL",
    "ALTER TABLE schedule RENAME COLUMN durations TO create_durations",
    "ALTER TABLE schedule ADD COLUMN follow_up_durations TEXT NOT NULL DEFAULT '[]'",
];
