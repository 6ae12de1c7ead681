//! The ledger's tables, and the way from every earlier form to today's.

use crate::storage::schema::Migration;

/// The ledger's migrations.
pub(super) const MIGRATIONS: &[Migration] = &[&[
    // The service's last answer is kept word for word in `body`; columns exist for what is searched or sorted by,
    // and for what the service does not know. `polling_since` marks a look that is under way.
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
    // How long jobs took, as far as that is known: for the schedule of looks.
    "CREATE TABLE durations (ended_at INTEGER NOT NULL, ms INTEGER NOT NULL) STRICT",
    "CREATE INDEX durations_newest ON durations (ended_at)",
    "CREATE TABLE owner (project TEXT NOT NULL) STRICT",
    "CREATE TABLE spends (operation TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
    "CREATE INDEX spends_at ON spends (operation, at)",
    "CREATE TABLE pauses (operation TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT",
], &[
    // Jobs get a number, in the order in which the ledger took them up: pages, labels and the search go by it.
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
    // One row a job, under its number: all prompts that the service took, one to a line.
    "CREATE VIRTUAL TABLE search USING fts5 (prompts, tokenize = 'unicode61 remove_diacritics 2')",
    "INSERT INTO search (rowid, prompts)
     SELECT jobs.number, group_concat(submissions.prompt, char(10)) FROM jobs
     JOIN submissions ON submissions.job_id = jobs.id AND submissions.state = 'accepted' GROUP BY jobs.number",
    // Once nobody knows whether it was carried out, a later refusal does not say that it was not.
    "ALTER TABLE submissions ADD COLUMN was_unknown INTEGER NOT NULL DEFAULT 0",
    "UPDATE submissions SET was_unknown = 1 WHERE state = 'unknown'",
    "DROP INDEX submissions_open",
    "CREATE INDEX submissions_open ON submissions (state, job_id)
     WHERE state IN ('queued', 'sending', 'refused', 'unknown')",
    "CREATE INDEX submissions_recent ON submissions (author, submitted_at)",
], &[
    // The words of today: polling is suspended by Docket and stopped by people, and a job is added to the ledger.
    "ALTER TABLE jobs RENAME COLUMN stopped TO suspended",
    "ALTER TABLE jobs RENAME COLUMN unwatched TO stopped",
    "ALTER TABLE jobs RENAME COLUMN created_at TO added_at",
    "DROP INDEX jobs_stopped",
    "CREATE INDEX jobs_suspended ON jobs (next_poll_at) WHERE suspended = 1",
    "DROP INDEX submissions_open",
    "UPDATE submissions SET state = 'rejected' WHERE state = 'refused'",
    "CREATE INDEX submissions_open ON submissions (state, job_id)
     WHERE state IN ('queued', 'sending', 'rejected', 'unknown')",
    "UPDATE events SET what = replace(replace(replace(replace(replace(replace(replace(replace(what,
        '{\"kind\":\"refused\"', '{\"kind\":\"rejected\"'),
        '{\"kind\":\"watch_stopped\"', '{\"kind\":\"polling_suspended\"'),
        '{\"kind\":\"watch_resumed\"', '{\"kind\":\"polling_resumed\"'),
        '{\"kind\":\"unwatched\"', '{\"kind\":\"polling_stopped\"'),
        '{\"kind\":\"went_stale\"', '{\"kind\":\"became_stale\"'),
        '{\"kind\":\"sent_again\"', '{\"kind\":\"resent\"'),
        '{\"kind\":\"resolved\"', '{\"kind\":\"matched\"'),
        '{\"kind\":\"shown\"', '{\"kind\":\"unhidden\"')",
    "UPDATE events SET what = replace(replace(what, '\"code\":\"budget_spent\"', '\"code\":\"budget_exhausted\"'),
        '\"code\":\"service_refused\"', '\"code\":\"service_rejected\"')",
    "UPDATE jobs SET fault = replace(fault, '\"code\":\"service_refused\"', '\"code\":\"service_rejected\"')
     WHERE fault IS NOT NULL",
    "UPDATE submissions SET fault = replace(
        replace(fault, '\"code\":\"budget_spent\"', '\"code\":\"budget_exhausted\"'),
        '\"code\":\"service_refused\"', '\"code\":\"service_rejected\"') WHERE fault IS NOT NULL",
]];
