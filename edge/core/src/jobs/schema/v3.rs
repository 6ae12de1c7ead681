use docket_wire::UnixMs;

use crate::jobs::budgets::{POLLS, PROMPTS};
use crate::rate_limit::{self, LimiterState, RateLimiter, Window};
use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// Stored words become those of the API, and what the hour has cost moves into the shared limiter.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(db, STATEMENTS)?;
    for (before, limiter) in [("agent", PROMPTS), ("poll", POLLS)] {
        move_requests(db, before, limiter)?;
    }
    run_all(db, &["DROP TABLE spends", "DROP TABLE pauses"])
}

fn move_requests<D: Database>(db: &D, before: &str, name: &str) -> Result<(), DatabaseError> {
    // The limit is a setting. Moments are grouped as for a high one, which never counts fewer requests than were made.
    let window = Window::per_hour(u32::MAX);
    let mut state = LimiterState::default();
    for mut row in db.run("SELECT at FROM spends WHERE operation = ? ORDER BY at", &[before.into()])? {
        state.log.add(UnixMs(row.integer()?), &window);
    }
    let mut pause = db.run("SELECT until FROM pauses WHERE operation = ?", &[before.into()])?.pop();
    state.paused_until = pause.as_mut().map(Row::integer).transpose()?.map(UnixMs);
    RateLimiter::new(db, name, window).put(&state)
}

const STATEMENTS: &[&str] = &[
    rate_limit::TABLE,
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
];
