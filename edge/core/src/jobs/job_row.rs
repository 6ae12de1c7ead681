//! A job as it is stored.

use docket_wire::{CallerName, Fault, Job, JobEntry, JobId, JobStatus, Label, Polling, UnixMs};

use super::rows::{json, parse_json, unsigned};
use crate::storage::{Database, DatabaseError, Row, Value};

/// One row of `jobs`. Changed in memory and then stored whole, so that no statement knows half a job.
#[derive(Debug, Clone)]
pub(super) struct JobRow {
    pub(super) id: JobId,
    pub(super) status: JobStatus,
    /// The service's last word, as it came.
    pub(super) body: String,
    pub(super) title: Option<String>,
    pub(super) author: Option<CallerName>,
    /// Never before that of a job with a lower number, whatever the clock does.
    pub(super) added_at: UnixMs,
    /// When the work began that is watched now: the create, or the last follow-up.
    pub(super) active_since: UnixMs,
    pub(super) ended_at: Option<UnixMs>,
    pub(super) checked_at: UnixMs,
    pub(super) follow_ups: u32,
    /// After a follow-up: an ended status does not count as the end before this moment, since the service may
    /// not have begun with it.
    pub(super) expect_activity_until: Option<UnixMs>,
    pub(super) next_poll_at: Option<UnixMs>,
    pub(super) polling_since: Option<UnixMs>,
    /// Looks that failed, in a row.
    pub(super) failures: u32,
    /// Whether Docket gave up, for the reason in `fault`.
    pub(super) suspended: bool,
    /// Whether somebody said to stop asking.
    pub(super) stopped: bool,
    /// Whether it has been active far longer than jobs of this project are.
    pub(super) stale: bool,
    pub(super) hidden: bool,
    pub(super) fault: Option<Fault>,
    pub(super) revision: u64,
    /// Read along, stored by themselves.
    pub(super) labels: Vec<Label>,
}

/// What [`JobRow::read`] wants of `jobs`, in its order. Labels hold no commas.
pub(super) const COLUMNS: &str = "jobs.id, jobs.status, jobs.body, jobs.title, jobs.author, jobs.added_at, \
     jobs.active_since, jobs.ended_at, jobs.checked_at, jobs.follow_ups, jobs.expect_activity_until, \
     jobs.next_poll_at, jobs.polling_since, jobs.failures, jobs.suspended, jobs.stopped, jobs.stale, jobs.hidden, \
     jobs.fault, jobs.revision, (SELECT group_concat(label, ',') FROM labels WHERE labels.job = jobs.number)";

impl JobRow {
    pub(super) fn load(db: &impl Database, id: &JobId) -> Result<Option<Self>, DatabaseError> {
        let found = db.run(&format!("SELECT {COLUMNS} FROM jobs WHERE id = ?"), &[id.as_str().into()])?;
        found.into_iter().next().map(Self::read).transpose()
    }

    pub(super) fn read(mut row: Row) -> Result<Self, DatabaseError> {
        Ok(Self {
            id: row.parsed()?,
            status: JobStatus::from(row.text()?),
            body: row.text()?,
            title: row.text_or_null()?,
            author: row.text_or_null()?.map(CallerName),
            added_at: UnixMs(row.integer()?),
            active_since: UnixMs(row.integer()?),
            ended_at: row.integer_or_null()?.map(UnixMs),
            checked_at: UnixMs(row.integer()?),
            follow_ups: count(row.integer()?),
            expect_activity_until: row.integer_or_null()?.map(UnixMs),
            next_poll_at: row.integer_or_null()?.map(UnixMs),
            polling_since: row.integer_or_null()?.map(UnixMs),
            failures: count(row.integer()?),
            suspended: row.integer()? != 0,
            stopped: row.integer()? != 0,
            stale: row.integer()? != 0,
            hidden: row.integer()? != 0,
            fault: row.text_or_null()?.map(|text| parse_json(&text)).transpose()?,
            revision: unsigned(row.integer()?)?,
            labels: labels(row.text_or_null()?)?,
        })
    }

    /// Stores everything but the labels.
    pub(super) fn store(&self, db: &impl Database) -> Result<(), DatabaseError> {
        let moment = |at: Option<UnixMs>| Value::from(at.map(|at| at.0));
        db.run(
            "INSERT INTO jobs (id, status, body, title, author, added_at, active_since, ended_at, checked_at, follow_ups,
                expect_activity_until, next_poll_at, polling_since, failures, suspended, stopped, stale, hidden, fault,
                revision)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body, title = excluded.title,
                author = excluded.author, active_since = excluded.active_since, ended_at = excluded.ended_at,
                checked_at = excluded.checked_at, follow_ups = excluded.follow_ups,
                expect_activity_until = excluded.expect_activity_until, next_poll_at = excluded.next_poll_at,
                polling_since = excluded.polling_since, failures = excluded.failures, suspended = excluded.suspended,
                stopped = excluded.stopped, stale = excluded.stale, hidden = excluded.hidden, fault = excluded.fault,
                revision = excluded.revision",
            &[
                self.id.as_str().into(),
                self.status.as_str().into(),
                self.body.as_str().into(),
                self.title.as_deref().into(),
                self.author.as_ref().map(|author| author.0.as_str()).into(),
                self.added_at.0.into(),
                self.active_since.0.into(),
                moment(self.ended_at),
                self.checked_at.0.into(),
                i64::from(self.follow_ups).into(),
                moment(self.expect_activity_until),
                moment(self.next_poll_at),
                moment(self.polling_since),
                i64::from(self.failures).into(),
                i64::from(self.suspended).into(),
                i64::from(self.stopped).into(),
                i64::from(self.stale).into(),
                i64::from(self.hidden).into(),
                self.fault.as_ref().map(json).transpose()?.into(),
                (self.revision as i64).into(),
            ],
        )
        .map(|_| ())
    }

    /// Whether a follow-up may be sent now: the job is not at work, and not about to be.
    pub(super) fn rests(&self) -> bool {
        self.status != JobStatus::Active && self.expect_activity_until.is_none()
    }

    /// What is shown of it.
    pub(super) fn entry(self) -> Result<JobEntry, DatabaseError> {
        let told: Job = parse_json(&self.body)?;
        let polling = match (self.next_poll_at, self.fault) {
            _ if self.stopped => Polling::Stopped,
            (_, Some(reason)) if self.suspended => Polling::Suspended { reason },
            (Some(next_at), last_error) => Polling::Scheduled { next_at, last_error },
            (None, _) => Polling::Ended,
        };
        Ok(JobEntry {
            id: self.id,
            status: self.status,
            title: self.title,
            author: self.author,
            repository: told.source.repository,
            reference: told.source.reference,
            model: told.model,
            pr_link: told.pr_link,
            added_at: self.added_at,
            ended_at: self.ended_at,
            checked_at: self.checked_at,
            polling,
            follow_ups: self.follow_ups,
            stale: self.stale,
            labels: self.labels,
            hidden: self.hidden,
            revision: self.revision,
        })
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

fn labels(joined: Option<String>) -> Result<Vec<Label>, DatabaseError> {
    let texts = joined.iter().flat_map(|joined| joined.split(','));
    let labels: Result<Vec<Label>, _> = texts.map(|text| Label::try_from(text.to_owned())).collect();
    let mut labels = labels.map_err(|error| DatabaseError(error.to_string()))?;
    labels.sort_unstable();
    Ok(labels)
}
