/// The first tables.
pub(super) const STATEMENTS: &[&str] = &[
    // `body` is the service's last response, verbatim. Other columns exist for what is searched or sorted
    // by, and for what the service does not know. `polling_since` marks a poll in flight.
    "CREATE TABLE jobs (
        id TEXT PRIMARY KEY NOT NULL,
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
        fault TEXT,
        revision INTEGER NOT NULL
    ) STRICT",
    "CREATE INDEX jobs_newest ON jobs (created_at DESC, id DESC)",
    "CREATE INDEX jobs_due ON jobs (next_poll_at) WHERE next_poll_at IS NOT NULL",
    "CREATE INDEX jobs_polling ON jobs (polling_since) WHERE polling_since IS NOT NULL",
    "CREATE INDEX jobs_stopped ON jobs (next_poll_at) WHERE stopped = 1",
    "CREATE INDEX jobs_revision ON jobs (revision)",
    "CREATE TABLE submissions (
        id TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        job_id TEXT,
        prompt TEXT NOT NULL,
        author TEXT NOT NULL,
        idempotency_key TEXT,
        submitted_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        fault TEXT,
        answer_status INTEGER,
        answer_body TEXT,
        revision INTEGER NOT NULL
    ) STRICT",
    "CREATE UNIQUE INDEX submissions_key ON submissions (author, idempotency_key) WHERE idempotency_key IS NOT NULL",
    "CREATE INDEX submissions_job ON submissions (job_id, submitted_at)",
    "CREATE INDEX submissions_open ON submissions (state, submitted_at) WHERE state <> 'accepted'",
    "CREATE INDEX submissions_revision ON submissions (revision)",
    "CREATE TABLE events (
        revision INTEGER PRIMARY KEY NOT NULL,
        at INTEGER NOT NULL,
        job_id TEXT,
        submission_id TEXT,
        author TEXT,
        what TEXT NOT NULL
    ) STRICT",
    "CREATE INDEX events_job ON events (job_id, revision)",
    // How long jobs took: the poll schedule learns from it.
    "CREATE TABLE durations (ended_at INTEGER NOT NULL, ms INTEGER NOT NULL) STRICT",
    "CREATE INDEX durations_newest ON durations (ended_at)",
    "CREATE TABLE owner (project TEXT NOT NULL) STRICT",
    "CREATE TABLE spends (operation TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
    "CREATE INDEX spends_at ON spends (operation, at)",
    "CREATE TABLE pauses (operation TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT",
];
