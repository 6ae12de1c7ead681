//! A job as it is stored.

use docket_wire::{Fault, Job, JobEntry, JobId, JobStatus, OperatorName, UnixMs, Watch};

use super::rows::{json, parse_json, unsigned};
use crate::db::{Database, DatabaseError, Row, Value};

/// One row of `jobs`. Changed in memory and then stored whole, so that no statement knows half a job.
#[derive(Debug, Clone)]
pub(super) struct JobRow {
    pub(super) id: JobId,
    pub(super) status: JobStatus,
    /// The service's last word, as it came.
    pub(super) body: String,
    pub(super) title: Option<String>,
    pub(super) author: Option<OperatorName>,
    pub(super) created_at: UnixMs,
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
    pub(super) stopped: bool,
    pub(super) fault: Option<Fault>,
    pub(super) revision: u64,
}

/// All columns, in the order of the fields.
pub(super) const COLUMNS: &str = "id, status, body, title, author, created_at, active_since, ended_at, checked_at, \
     follow_ups, expect_activity_until, next_poll_at, polling_since, failures, stopped, fault, revision";

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
            author: row.text_or_null()?.map(OperatorName),
            created_at: UnixMs(row.integer()?),
            active_since: UnixMs(row.integer()?),
            ended_at: row.integer_or_null()?.map(UnixMs),
            checked_at: UnixMs(row.integer()?),
            follow_ups: count(row.integer()?),
            expect_activity_until: row.integer_or_null()?.map(UnixMs),
            next_poll_at: row.integer_or_null()?.map(UnixMs),
            polling_since: row.integer_or_null()?.map(UnixMs),
            failures: count(row.integer()?),
            stopped: row.integer()? != 0,
            fault: row.text_or_null()?.map(|text| parse_json(&text)).transpose()?,
            revision: unsigned(row.integer()?)?,
        })
    }

    pub(super) fn store(&self, db: &impl Database) -> Result<(), DatabaseError> {
        let moment = |at: Option<UnixMs>| Value::from(at.map(|at| at.0));
        db.run(
            &format!("INSERT OR REPLACE INTO jobs ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
            &[
                self.id.as_str().into(),
                self.status.as_str().into(),
                self.body.as_str().into(),
                self.title.as_deref().into(),
                self.author.as_ref().map(|author| author.0.as_str()).into(),
                self.created_at.0.into(),
                self.active_since.0.into(),
                moment(self.ended_at),
                self.checked_at.0.into(),
                i64::from(self.follow_ups).into(),
                moment(self.expect_activity_until),
                moment(self.next_poll_at),
                moment(self.polling_since),
                i64::from(self.failures).into(),
                i64::from(self.stopped).into(),
                self.fault.as_ref().map(json).transpose()?.into(),
                (self.revision as i64).into(),
            ],
        )
        .map(|_| ())
    }

    /// What is shown of it.
    pub(super) fn entry(self) -> Result<JobEntry, DatabaseError> {
        let told: Job = parse_json(&self.body)?;
        let watch = match (self.next_poll_at, self.fault) {
            (_, Some(reason)) if self.stopped => Watch::Stopped { reason },
            (Some(next_at), trouble) => Watch::Polling { next_at, trouble },
            (None, _) => Watch::Ended,
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
            created_at: self.created_at,
            ended_at: self.ended_at,
            checked_at: self.checked_at,
            watch,
            follow_ups: self.follow_ups,
            revision: self.revision,
        })
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}
