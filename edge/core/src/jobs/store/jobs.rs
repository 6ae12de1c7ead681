use std::sync::LazyLock;

use docket_wire::{JobId, Label, UnixMs};

use super::column::next;
use super::job_row::JobRow;
use crate::storage::{Database, DatabaseError, Row, Value};

/// What [`JobRow::read`] reads, for a `SELECT` from `jobs`.
static SELECTED: LazyLock<String> = LazyLock::new(|| {
    let columns: Vec<String> = JobRow::COLUMNS.iter().map(|column| format!("jobs.{column}")).collect();
    let labels = "(SELECT group_concat(label, ',') FROM labels WHERE labels.job = jobs.number)";
    format!("{}, {labels}", columns.join(", "))
});

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let columns = JobRow::COLUMNS;
    let places = vec!["?"; columns.len()].join(", ");
    format!("INSERT INTO jobs ({}) VALUES ({places})", columns.join(", "))
});

/// The jobs that the schedule polls. Each queue has a partial index, which SQLite uses where a query repeats its
/// condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::jobs) enum PollQueue {
    /// Jobs that are active, or that a follow-up may make active.
    Active,
    /// Ended jobs.
    Ended,
}

impl PollQueue {
    fn condition(self) -> &'static str {
        match self {
            Self::Active => {
                "next_poll_at IS NOT NULL AND (ended_at IS NULL OR expect_activity_until IS NOT NULL)"
            }
            Self::Ended => {
                "next_poll_at IS NOT NULL AND ended_at IS NOT NULL AND expect_activity_until IS NULL"
            }
        }
    }
}

/// The jobs, with their labels.
#[derive(Debug)]
pub(in crate::jobs) struct JobsTable<'a, D>(pub(in crate::jobs) &'a D);

impl<D: Database> JobsTable<'_, D> {
    /// One job; `None` if the ledger does not have it.
    pub(in crate::jobs) fn load(&self, id: &JobId) -> Result<Option<JobRow>, DatabaseError> {
        let Some(mut row) = self.select("jobs WHERE id = ?", &[id.as_str().into()])?.pop() else {
            return Ok(None);
        };
        row.loaded = Some(row.values()?);
        Ok(Some(row))
    }

    /// The jobs that a `FROM` clause and what follows it select.
    pub(in crate::jobs) fn select(&self, from: &str, params: &[Value]) -> Result<Vec<JobRow>, DatabaseError> {
        let rows = self.0.run(&format!("SELECT {} FROM {from}", *SELECTED), params)?;
        rows.into_iter().map(JobRow::read).collect()
    }

    /// The jobs that changed after a revision.
    pub(in crate::jobs) fn changed_after(&self, revision: u64) -> Result<Vec<JobRow>, DatabaseError> {
        self.select("jobs WHERE revision > ? ORDER BY revision", &[(revision as i64).into()])
    }

    /// Stores a job that is new or was loaded, except for its labels. Only columns that changed are written, because each
    /// index of a written column is written too.
    pub(in crate::jobs) fn store(&self, job: &JobRow) -> Result<(), DatabaseError> {
        let values = job.values()?;
        let Some(loaded) = &job.loaded else { return self.0.run(&INSERT, &values).map(drop) };
        let columns = JobRow::COLUMNS.iter().zip(values).zip(loaded);
        let (changes, mut params): (Vec<String>, Vec<Value>) = columns
            .filter(|((_, value), before)| value != *before)
            .map(|((column, value), _)| (format!("{column} = ?"), value))
            .unzip();
        if changes.is_empty() {
            return Ok(());
        }
        params.push(job.id.as_str().into());
        self.0.run(&format!("UPDATE jobs SET {} WHERE id = ?", changes.join(", ")), &params).map(drop)
    }

    /// Replaces a job's labels.
    pub(in crate::jobs) fn set_labels(&self, job: &JobId, labels: &[Label]) -> Result<(), DatabaseError> {
        let number = "(SELECT number FROM jobs WHERE id = ?)";
        self.0.run(&format!("DELETE FROM labels WHERE job = {number}"), &[job.as_str().into()])?;
        for label in labels {
            self.0.run(
                &format!("INSERT INTO labels (job, label) VALUES ({number}, ?)"),
                &[job.as_str().into(), label.as_str().into()],
            )?;
        }
        Ok(())
    }

    /// The `added_at` of a job that is added now: the clock, or that of the newest job if the clock was set back.
    pub(in crate::jobs) fn next_added_at(&self, now: UnixMs) -> Result<UnixMs, DatabaseError> {
        let mut newest = self.0.run("SELECT added_at FROM jobs ORDER BY number DESC LIMIT 1", &[])?;
        newest.first_mut().map_or(Ok(now), |row| next::<UnixMs>(row).map(|at| at.max(now)))
    }

    /// How many jobs are polled that have not ended, as the triggers of the schema count them.
    pub(in crate::jobs) fn polled_count(&self) -> Result<i64, DatabaseError> {
        self.count("SELECT value FROM counts WHERE name = 'polled'", &[])
    }

    /// How many polls have been in flight since after `since`.
    pub(in crate::jobs) fn polls_in_flight(&self, since: UnixMs) -> Result<i64, DatabaseError> {
        self.count("SELECT COUNT(*) FROM jobs WHERE polling_since > ?", &[since.0.into()])
    }

    /// How many of them are polls of ended jobs.
    pub(in crate::jobs) fn ended_polls_in_flight(&self, since: UnixMs) -> Result<i64, DatabaseError> {
        let is_ended = "ended_at IS NOT NULL AND expect_activity_until IS NULL";
        self.count(
            &format!("SELECT COUNT(*) FROM jobs WHERE polling_since > ? AND {is_ended}"),
            &[since.0.into()],
        )
    }

    /// The jobs of a queue whose poll is due, with their revisions, the longest overdue first. A poll in flight since
    /// `lost_before` or earlier counts as lost.
    pub(in crate::jobs) fn due(
        &self,
        queue: PollQueue,
        now: UnixMs,
        lost_before: UnixMs,
        limit: i64,
    ) -> Result<Vec<(JobId, u64)>, DatabaseError> {
        let due = self.0.run(
            &format!(
                "SELECT id, revision FROM jobs
                 WHERE {} AND next_poll_at <= ? AND (polling_since IS NULL OR polling_since <= ?)
                 ORDER BY next_poll_at LIMIT ?",
                queue.condition()
            ),
            &[now.0.into(), lost_before.0.into(), limit.into()],
        )?;
        due.into_iter().map(|mut row| Ok((next(&mut row)?, next(&mut row)?))).collect()
    }

    /// When the first poll of a queue is due. A poll in flight counts from when it would be lost, `lost_after_ms`
    /// after its start.
    pub(in crate::jobs) fn first_due(
        &self,
        queue: PollQueue,
        lost_after_ms: i64,
    ) -> Result<Option<UnixMs>, DatabaseError> {
        let condition = queue.condition();
        let waiting = format!(
            "SELECT next_poll_at FROM jobs WHERE {condition} AND polling_since IS NULL
             ORDER BY next_poll_at LIMIT 1"
        );
        let waiting: Option<UnixMs> = self.0.run(&waiting, &[])?.first_mut().map_or(Ok(None), next)?;
        let in_flight = format!(
            "SELECT MIN(MAX(next_poll_at, polling_since + ?)) FROM jobs
             WHERE polling_since IS NOT NULL AND {condition}"
        );
        let mut in_flight = self.0.run(&in_flight, &[lost_after_ms.into()])?;
        let lost: Option<UnixMs> = in_flight.first_mut().map_or(Ok(None), next)?;
        Ok([waiting, lost].into_iter().flatten().min())
    }

    /// When the oldest poll in flight started, of those that started after `since`.
    pub(in crate::jobs) fn first_in_flight(&self, since: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        let statement = "SELECT MIN(polling_since) FROM jobs WHERE polling_since > ?";
        self.0.run(statement, &[since.0.into()])?.first_mut().map_or(Ok(None), next)
    }

    pub(in crate::jobs) fn mark_polling(&self, id: &JobId, now: UnixMs) -> Result<(), DatabaseError> {
        let params = [now.0.into(), id.as_str().into()];
        self.0.run("UPDATE jobs SET polling_since = ?1, polled_at = ?1 WHERE id = ?2", &params).map(drop)
    }

    pub(in crate::jobs) fn clear_polls_in_flight(&self) -> Result<(), DatabaseError> {
        self.0.run("UPDATE jobs SET polling_since = NULL WHERE polling_since IS NOT NULL", &[]).map(drop)
    }

    /// Makes suspended jobs that have a next poll due now.
    pub(in crate::jobs) fn poll_suspended(&self, now: UnixMs) -> Result<(), DatabaseError> {
        let params = [now.0.into(), now.0.into()];
        let statement = "UPDATE jobs SET next_poll_at = ? WHERE is_suspended = 1 AND next_poll_at > ?";
        self.0.run(statement, &params).map(drop)
    }

    fn count(&self, statement: &str, params: &[Value]) -> Result<i64, DatabaseError> {
        self.0.run(statement, params)?.first_mut().map_or(Ok(0), Row::integer)
    }
}
