use crate::storage::schema::moved_requests::MovedRequests;
use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// A migration does not know the limit, which is a setting. Grouping by this part of an hour never counts too few requests.
const STEP_MS: i64 = 3_600_000 / 128;

/// Stored words become those of the API, and the counted requests move into the shared rate limiter.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, STATEMENTS)?;
    for statement in polled_count() {
        db.run(&statement, &[])?;
    }
    for (before, limiter) in [("agent", "prompts"), ("poll", "polls")] {
        move_requests(db, before, limiter)?;
    }
    run_all(db, &["DROP TABLE spends", "DROP TABLE pauses"])
}

fn move_requests<D: Database>(db: &D, before: &str, name: &str) -> Result<(), DatabaseError> {
    let mut moved = MovedRequests::default();
    for mut row in db.run("SELECT at FROM spends WHERE operation = ? ORDER BY at", &[before.into()])? {
        moved.add(row.integer()?, STEP_MS);
    }
    let mut pause = db.run("SELECT until FROM pauses WHERE operation = ?", &[before.into()])?.pop();
    moved.paused_until = pause.as_mut().map(Row::integer).transpose()?;
    moved.put(db, name)
}

/// Counts the jobs that are polled and have not ended: counting their rows for each poll would cost as much as they
/// are.
fn polled_count() -> [String; 4] {
    let is_polled = |row: &str| {
        format!(
            "({row}next_poll_at IS NOT NULL AND ({row}ended_at IS NULL OR {row}expect_activity_until IS NOT NULL))"
        )
    };
    let (before, after) = (is_polled("old."), is_polled("new."));
    let add =
        |change: &str| format!("BEGIN UPDATE counts SET value = value + {change} WHERE name = 'polled'; END");
    [
        "CREATE TABLE counts (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT, WITHOUT ROWID"
            .to_owned(),
        format!(
            "INSERT INTO counts (name, value) SELECT 'polled', COUNT(*) FROM jobs WHERE {}",
            is_polled("")
        ),
        format!("CREATE TRIGGER jobs_added AFTER INSERT ON jobs WHEN {after} {}", add("1")),
        format!(
            "CREATE TRIGGER jobs_changed AFTER UPDATE OF next_poll_at, ended_at, expect_activity_until ON jobs
             WHEN {before} <> {after} {}",
            add(&format!("{after} - {before}"))
        ),
    ]
}

const STATEMENTS: &[&str] = &[
    "CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID",
    // Docket suspends polling, a person stops it, and a job is added to the ledger. Columns have the names of
    // their fields.
    "ALTER TABLE jobs RENAME COLUMN stopped TO is_suspended",
    "ALTER TABLE jobs RENAME COLUMN unwatched TO is_stopped",
    "ALTER TABLE jobs RENAME COLUMN stale TO is_stale",
    "ALTER TABLE jobs RENAME COLUMN hidden TO is_hidden",
    "ALTER TABLE jobs RENAME COLUMN created_at TO added_at",
    // Ended jobs are polled again, after all others.
    "ALTER TABLE jobs ADD COLUMN polled_at INTEGER",
    "DROP INDEX jobs_due",
    "CREATE INDEX jobs_due ON jobs (next_poll_at)
     WHERE next_poll_at IS NOT NULL AND (ended_at IS NULL OR expect_activity_until IS NOT NULL)",
    "CREATE INDEX jobs_ended_due ON jobs (next_poll_at)
     WHERE next_poll_at IS NOT NULL AND ended_at IS NOT NULL AND expect_activity_until IS NULL",
    "DROP INDEX jobs_stopped",
    "CREATE INDEX jobs_suspended ON jobs (next_poll_at) WHERE is_suspended = 1",
    "DROP INDEX jobs_by_person",
    "CREATE INDEX jobs_by_author ON jobs (is_hidden, author, number)",
    "DROP INDEX submissions_open",
    "UPDATE submissions SET state = 'rejected' WHERE state = 'refused'",
    "CREATE INDEX submissions_open ON submissions (state, job_id)
     WHERE state IN ('queued', 'sending', 'rejected', 'unknown')",
    // The latest durations are read with every poll: one row, newest first.
    "DROP INDEX durations_newest",
    "ALTER TABLE durations RENAME TO durations_before",
    "CREATE TABLE durations (latest TEXT NOT NULL) STRICT",
    "INSERT INTO durations (latest)
     SELECT json_group_array(ms) FROM (SELECT ms FROM durations_before ORDER BY ended_at DESC LIMIT 64)",
    "DROP TABLE durations_before",
    // The prompt that came with an idempotency key, once a person has edited it.
    "ALTER TABLE submissions ADD COLUMN requested_prompt TEXT",
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
];
