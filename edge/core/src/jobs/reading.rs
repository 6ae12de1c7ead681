//! What is shown of the ledger.

use docket_wire::{
    JobDetail, JobEntry, JobFilter, JobId, LiveMessage, Snapshot, Submission, SubmissionId, UnixMs,
};

use super::job_row::{self, JobRow};
use super::rows::{IS_OPEN, SUBMISSION_COLUMNS, submission};
use super::{Ledger, StoredJob, history};
use crate::storage::{Database, DatabaseError, Value};

/// Events that a returning console is sent one by one; after more, it gets a snapshot.
const CATCH_UP_MAX: u64 = 500;
/// Submissions that wait, as many as are shown at once.
const OPEN_SUBMISSIONS_MAX: i64 = 200;
/// How long a refused create is shown among the jobs, in milliseconds. It stays in the ledger.
const REFUSED_SHOWN_MS: i64 = 24 * 3_600_000;

impl<D: Database> Ledger<D> {
    /// The revision of the last event; 0 before the first.
    ///
    /// # Errors
    /// If storage fails.
    pub fn revision(&self) -> Result<u64, DatabaseError> {
        history::current(&self.db)
    }

    /// The jobs that a filter leaves, newest first, a page of them; on the first page of the whole list also the
    /// creates that have no job.
    ///
    /// # Errors
    /// If storage fails.
    pub fn snapshot(&self, filter: &JobFilter, now: UnixMs) -> Result<Snapshot, DatabaseError> {
        let page = self.page(filter)?;
        let is_first = filter.before.is_none() && filter.is_plain();
        let submissions = if is_first { self.open_creates(now)? } else { Vec::new() };
        Ok(Snapshot { revision: self.revision()?, jobs: page.jobs, submissions, has_more: page.has_more })
    }

    /// Every submission that waits for something or somebody, oldest first.
    ///
    /// # Errors
    /// If storage fails.
    pub fn open_submissions(&self) -> Result<Vec<Submission>, DatabaseError> {
        self.submissions(
            &format!("{IS_OPEN} ORDER BY submitted_at, rowid LIMIT ?"),
            &[OPEN_SUBMISSIONS_MAX.into()],
        )
    }

    /// One submission; `None` if the ledger does not have it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn submission(&self, id: &SubmissionId) -> Result<Option<Submission>, DatabaseError> {
        Ok(self.submissions("id = ?", &[id.as_str().into()])?.into_iter().next())
    }

    /// One job with its history; `None` if the ledger does not have it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn detail(&self, id: &JobId) -> Result<Option<JobDetail>, DatabaseError> {
        let Some(row) = JobRow::load(&self.db, id)? else { return Ok(None) };
        let submissions =
            self.submissions("job_id = ? ORDER BY submitted_at, revision", &[id.as_str().into()])?;
        // The events of the create come before the job has a name: they are found by its submission.
        let events = self.db.run(
            &format!(
                "SELECT {} FROM events WHERE job_id = ?1
                 OR (job_id IS NULL AND submission_id IN (SELECT id FROM submissions WHERE job_id = ?1))
                 ORDER BY revision",
                history::COLUMNS
            ),
            &[id.as_str().into()],
        )?;
        let events = events.into_iter().map(history::read).collect::<Result<_, _>>()?;
        Ok(Some(JobDetail { revision: self.revision()?, job: row.entry()?, submissions, events }))
    }

    /// The service's last word on a job, for programs; `None` if the ledger does not have it.
    ///
    /// # Errors
    /// If storage fails.
    pub fn stored(&self, id: &JobId) -> Result<Option<StoredJob>, DatabaseError> {
        let row = JobRow::load(&self.db, id)?;
        Ok(row.map(|row| StoredJob {
            ended: row.status.has_ended() && row.next_poll_at.is_none(),
            body: row.body,
            checked_at: row.checked_at,
            revision: row.revision,
        }))
    }

    /// What a console at revision `since` has missed: the changes, or a snapshot if they are too many or `since` is
    /// not of this ledger.
    ///
    /// # Errors
    /// If storage fails.
    pub fn catch_up(&self, since: Option<u64>, now: UnixMs) -> Result<LiveMessage, DatabaseError> {
        let revision = self.revision()?;
        match since {
            Some(since) if since <= revision && revision - since <= CATCH_UP_MAX => {
                self.changes(since, revision)
            }
            _ => Ok(LiveMessage::Snapshot(self.snapshot(&JobFilter::default(), now)?)),
        }
    }

    fn changes(&self, since: u64, revision: u64) -> Result<LiveMessage, DatabaseError> {
        let after = [Value::from(since as i64)];
        let events = self.db.run(
            &format!("SELECT {} FROM events WHERE revision > ? ORDER BY revision", history::COLUMNS),
            &after,
        )?;
        let jobs = self.db.run(
            &format!("SELECT {} FROM jobs WHERE revision > ? ORDER BY revision", job_row::COLUMNS),
            &after,
        )?;
        Ok(LiveMessage::Changes {
            since,
            revision,
            events: events.into_iter().map(history::read).collect::<Result<_, _>>()?,
            jobs: jobs
                .into_iter()
                .map(|row| JobRow::read(row)?.entry())
                .collect::<Result<Vec<JobEntry>, _>>()?,
            submissions: self.submissions("revision > ? ORDER BY revision", &after)?,
        })
    }

    fn open_creates(&self, now: UnixMs) -> Result<Vec<Submission>, DatabaseError> {
        self.submissions(
            &format!(
                "{IS_OPEN} AND state <> 'queued' AND kind = 'create' AND (state <> 'rejected' OR submitted_at > ?)
                 ORDER BY submitted_at DESC LIMIT ?"
            ),
            &[now.plus_ms(-REFUSED_SHOWN_MS).0.into(), OPEN_SUBMISSIONS_MAX.into()],
        )
    }

    /// The submissions that a condition picks.
    pub(super) fn submissions(
        &self,
        which: &str,
        params: &[Value],
    ) -> Result<Vec<Submission>, DatabaseError> {
        let rows =
            self.db.run(&format!("SELECT {SUBMISSION_COLUMNS} FROM submissions WHERE {which}"), params)?;
        rows.into_iter().map(submission).collect()
    }
}
