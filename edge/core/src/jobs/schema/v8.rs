/// Notes on days, and indexes for what happened on a day.
pub(super) const STATEMENTS: &[&str] = &[
    "CREATE TABLE notes (
        day TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, author TEXT NOT NULL, at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID",
    "CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL",
    // The length of the text that the event of a pull request begins with.
    "CREATE INDEX events_pull_requests ON events (at) WHERE substr(what, 1, 22) = '{\"kind\":\"pull_request\"'",
];
