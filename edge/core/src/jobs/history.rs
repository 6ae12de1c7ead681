//! Events: what happened, in an order without gaps.

use docket_wire::{CallerName, Event, EventKind, JobId, SubmissionId, UnixMs};

use super::rows::{json, parse_json};
use crate::storage::{Database, DatabaseError, Row};

/// What an event is about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct About<'a> {
    pub(super) job: Option<&'a JobId>,
    pub(super) submission: Option<&'a SubmissionId>,
    pub(super) by: Option<&'a CallerName>,
}

/// Writes an event down and returns its revision: one more than the last.
pub(super) fn append(
    db: &impl Database,
    now: UnixMs,
    about: About<'_>,
    what: &EventKind,
) -> Result<u64, DatabaseError> {
    let revision = current(db)? + 1;
    db.run(
        "INSERT INTO events (revision, at, job_id, submission_id, author, what) VALUES (?, ?, ?, ?, ?, ?)",
        &[
            (revision as i64).into(),
            now.0.into(),
            about.job.map(JobId::as_str).into(),
            about.submission.map(SubmissionId::as_str).into(),
            about.by.map(|by| by.0.as_str()).into(),
            json(what)?.into(),
        ],
    )?;
    Ok(revision)
}

/// The revision of the last event; 0 before the first.
pub(super) fn current(db: &impl Database) -> Result<u64, DatabaseError> {
    match db.run("SELECT revision FROM events ORDER BY revision DESC LIMIT 1", &[])?.into_iter().next() {
        Some(mut row) => super::rows::unsigned(row.integer()?),
        None => Ok(0),
    }
}

/// The pull request that a job's history told of last.
pub(super) fn last_pull_request(db: &impl Database, job: &JobId) -> Result<Option<EventKind>, DatabaseError> {
    let found = db.run(
        "SELECT what FROM events WHERE job_id = ? AND what LIKE '{\"kind\":\"pull_request\"%'
         ORDER BY revision DESC LIMIT 1",
        &[job.as_str().into()],
    )?;
    found.into_iter().next().map(|mut row| parse_json(&row.text()?)).transpose()
}

/// The columns that [`read`] wants, in its order.
pub(super) const COLUMNS: &str = "revision, at, job_id, submission_id, author, what";

/// Reads an event from [`COLUMNS`].
pub(super) fn read(mut row: Row) -> Result<Event, DatabaseError> {
    Ok(Event {
        revision: super::rows::unsigned(row.integer()?)?,
        at: UnixMs(row.integer()?),
        job: super::rows::id_or_null(&mut row)?,
        submission: super::rows::id_or_null(&mut row)?,
        author: row.text_or_null()?.map(CallerName),
        what: parse_json(&row.text()?)?,
    })
}
