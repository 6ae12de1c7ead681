//! The table of events: which revision an event gets, and the history of a job.

use std::cell::Cell;
use std::cmp::Reverse;

use docket_wire::{CallerName, Event, EventKind, JobId, SubmissionId, UnixMs};

use super::changed_jobs::ChangedJobs;
use super::column::{from_json, next, to_json};
use super::submissions::SubmissionRow;
use crate::storage::{Database, DatabaseError, Row, Value};

/// What an event concerns, and who caused it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EventContext<'a> {
    pub(crate) job: Option<&'a JobId>,
    pub(crate) submission: Option<&'a SubmissionId>,
    pub(crate) author: Option<&'a CallerName>,
}

impl<'a> EventContext<'a> {
    /// An event of a job that the service or the poller caused.
    pub(crate) fn of_job(job: &'a JobId) -> Self {
        Self { job: Some(job), ..Self::default() }
    }

    /// An event of a submission and of its job, if it has one.
    pub(crate) fn of_submission(submission: &'a SubmissionRow) -> Self {
        Self { job: submission.job.as_ref(), submission: Some(&submission.id), author: None }
    }

    /// The same event, caused by a caller.
    pub(crate) fn by(self, author: &'a CallerName) -> Self {
        Self { author: Some(author), ..self }
    }
}

/// When an event was recorded, and who caused it.
#[derive(Debug)]
pub(crate) struct EventOrigin {
    pub(crate) revision: u64,
    pub(crate) at: UnixMs,
    pub(crate) author: Option<CallerName>,
}

/// More events than a deployment records after its backup was made.
const REVISIONS_SINCE_BACKUP: u64 = 1_000_000;

/// The events, in the order of their revisions. The revisions have gaps only where a job or a submission was deleted, and before a
/// restore.
#[derive(Debug)]
pub(crate) struct EventLog<'a, D> {
    db: &'a D,
    /// The last revision, once it is known.
    known: &'a Cell<Option<u64>>,
    changed: &'a ChangedJobs,
}

const COLUMNS: &str = "revision, at, job_id, submission_id, author, what";

impl<'a, D: Database> EventLog<'a, D> {
    /// The log, which notes the jobs of new events in `changed`.
    pub(crate) fn new(db: &'a D, known: &'a Cell<Option<u64>>, changed: &'a ChangedJobs) -> Self {
        Self { db, known, changed }
    }

    /// Appends an event and returns its revision.
    pub(crate) fn append(
        &self,
        now: UnixMs,
        context: EventContext<'_>,
        what: &EventKind,
    ) -> Result<u64, DatabaseError> {
        let revision = self.revision()? + 1;
        self.db.run(
            &format!("INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"),
            &[
                (revision as i64).into(),
                now.0.into(),
                context.job.map(JobId::as_str).into(),
                context.submission.map(SubmissionId::as_str).into(),
                context.author.map(|author| author.0.as_str()).into(),
                to_json(what)?.into(),
            ],
        )?;
        self.known.set(Some(revision));
        if let Some(job) = context.job {
            self.changed.note(job);
        }
        Ok(revision)
    }

    /// Appends the event of a restore. Since the backup was made, clients may have seen higher revisions than its last
    /// one, also of an earlier restore: no deployment has had as many events as milliseconds have passed.
    pub(crate) fn append_restored(&self, now: UnixMs) -> Result<(), DatabaseError> {
        let last_issued = self.revision()?.saturating_add(REVISIONS_SINCE_BACKUP);
        self.known.set(Some(last_issued.max(u64::try_from(now.0).unwrap_or_default())));
        self.append(now, EventContext::default(), &EventKind::Restored).map(drop)
    }

    /// The revision of the last event; 0 before the first.
    pub(crate) fn revision(&self) -> Result<u64, DatabaseError> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let mut last = self.db.run("SELECT revision FROM events ORDER BY revision DESC LIMIT 1", &[])?;
        let revision = last.first_mut().map_or(Ok(0), next)?;
        self.known.set(Some(revision));
        Ok(revision)
    }

    /// The events after a revision.
    pub(crate) fn after(&self, revision: u64) -> Result<Vec<Event>, DatabaseError> {
        self.select("events WHERE revision > ? ORDER BY revision", &[(revision as i64).into()])
    }

    /// The events of a job before a revision, newest first. Those of its create come before the job has an id: they are
    /// found by its submission.
    pub(crate) fn of_job(&self, job: &JobId, before: u64, limit: usize) -> Result<Vec<Event>, DatabaseError> {
        let params = [job.as_str().into(), (before as i64).into(), (limit as i64).into()];
        let rest = "revision < ?2 ORDER BY revision DESC LIMIT ?3";
        let mut events = self.select(&format!("events WHERE job_id = ?1 AND {rest}"), &params)?;
        let create =
            "SELECT id FROM submissions WHERE job_id = ?1 AND kind = 'create' ORDER BY rowid LIMIT 1";
        // Without this name, SQLite would use the index of jobs, and read all events without a job.
        let of_create = "events INDEXED BY events_submission WHERE job_id IS NULL";
        events
            .extend(self.select(&format!("{of_create} AND submission_id = ({create}) AND {rest}"), &params)?);
        events.sort_unstable_by_key(|event| Reverse(event.revision));
        events.truncate(limit);
        Ok(events)
    }

    /// The revision of the last event of a job.
    pub(crate) fn last_of_job(&self, job: &JobId) -> Result<Option<u64>, DatabaseError> {
        let mut last = self.db.run(
            "SELECT revision FROM events WHERE job_id = ? ORDER BY revision DESC LIMIT 1",
            &[job.as_str().into()],
        )?;
        last.first_mut().map(next).transpose()
    }

    /// When events were recorded and who caused them, by their revisions.
    pub(crate) fn origins(&self, revisions: &[u64]) -> Result<Vec<EventOrigin>, DatabaseError> {
        if revisions.is_empty() {
            return Ok(Vec::new());
        }
        let statement =
            "SELECT revision, at, author FROM events WHERE revision IN (SELECT value FROM json_each(?))";
        let read = |mut row: Row| {
            Ok(EventOrigin { revision: next(&mut row)?, at: next(&mut row)?, author: next(&mut row)? })
        };
        self.db.run(statement, &[to_json(&revisions)?.into()])?.into_iter().map(read).collect()
    }

    fn select(&self, from: &str, params: &[Value]) -> Result<Vec<Event>, DatabaseError> {
        let rows = self.db.run(&format!("SELECT {COLUMNS} FROM {from}"), params)?;
        rows.into_iter().map(read).collect()
    }
}

fn read(mut row: Row) -> Result<Event, DatabaseError> {
    Ok(Event {
        revision: next(&mut row)?,
        at: next(&mut row)?,
        job: next(&mut row)?,
        submission: next(&mut row)?,
        author: next(&mut row)?,
        what: from_json(&row.text()?)?,
    })
}
