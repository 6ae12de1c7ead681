//! The table of jobs: how rows are read, for a job and for a list, and stored.

mod query;
mod row;
mod search;
mod title;

use std::sync::LazyLock;

use docket_wire::{Job, JobEntry, JobId, Label, UnixMs};

use super::column::next;
use super::schedule::{JobsCache, ScheduleRow};
use crate::storage::{Database, DatabaseError, Row, Value};
use row::LoadedRow;

pub(crate) use query::{JobQuery, JobSearch};
pub(crate) use row::{EXPECT_ACTIVITY_MS, JobRow};
pub(crate) use row::{join_labels, split_labels};
pub(crate) use search::{SearchIndex, search_query};
pub(crate) use title::TITLE_CHARS_MAX;
pub(crate) use title::title;

/// The longest response of the service, in bytes, that a list reads whole: a page has up to 200 jobs.
const LISTED_BODY_BYTES_MAX: usize = 8 * 1024;

/// What [`JobRow::read`] reads, for a `SELECT` from `jobs`.
static SELECTED: LazyLock<String> = LazyLock::new(|| selected("jobs.body"));

/// What [`JobRow::read`] reads for a list: of a long response, only the fields that an entry has.
static LISTED: LazyLock<String> = LazyLock::new(|| {
    let text = |path: &str| {
        // One byte more than the maximum is left out, like any longer text.
        let longest = JobEntry::TEXT_BYTES_MAX + 1;
        format!("substr(json_extract(jobs.body, '$.{path}'), 1, {longest})")
    };
    let source =
        format!("json_object('repository', {}, 'ref', {})", text("source.repository"), text("source.ref"));
    let fields = format!(
        "json_object('id', jobs.id, 'status', jobs.status, 'source', {source}, 'model', {}, 'prLink', {})",
        text("model"),
        text("prLink")
    );
    selected(&format!(
        "CASE WHEN octet_length(jobs.body) <= {LISTED_BODY_BYTES_MAX} THEN jobs.body ELSE {fields} END"
    ))
});

fn selected(body: &str) -> String {
    let columns = JobRow::COLUMNS.iter().map(|column| match *column {
        "body" => body.to_owned(),
        column => format!("jobs.{column}"),
    });
    let labels = "(SELECT group_concat(label, ',') FROM labels WHERE labels.job = jobs.number)";
    format!("{}, {labels}", columns.collect::<Vec<_>>().join(", "))
}

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let columns = JobRow::COLUMNS;
    let placeholders = vec!["?"; columns.len()].join(", ");
    format!("INSERT INTO jobs ({}) VALUES ({placeholders})", columns.join(", "))
});

/// The jobs that the schedule polls. Each queue has a partial index. SQLite uses it only for a query that repeats its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PollQueue {
    /// Jobs that are active, or that a follow-up may make active.
    Active,
    Ended,
}

impl PollQueue {
    pub(crate) fn condition(self) -> &'static str {
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

/// The next poll of a job.
#[derive(Debug)]
pub(crate) struct NextPoll {
    pub(crate) job: JobId,
    pub(crate) revision: u64,
    pub(crate) at: UnixMs,
}

/// The jobs, with their labels.
#[derive(Debug)]
pub(crate) struct JobsTable<'a, D> {
    db: &'a D,
    cache: &'a JobsCache,
}

impl<'a, D: Database> JobsTable<'a, D> {
    pub(crate) fn new(db: &'a D, cache: &'a JobsCache) -> Self {
        Self { db, cache }
    }

    /// Whether the ledger has a job.
    pub(crate) fn has(&self, id: &JobId) -> Result<bool, DatabaseError> {
        let found = self.db.run("SELECT 1 FROM jobs WHERE id = ?", &[id.as_str().into()])?;
        Ok(!found.is_empty())
    }

    /// One job to be read; `None` if the ledger does not have it.
    pub(crate) fn find(&self, id: &JobId) -> Result<Option<JobRow>, DatabaseError> {
        let selected = format!("SELECT {} FROM jobs WHERE id = ?", *SELECTED);
        self.db.run(&selected, &[id.as_str().into()])?.pop().map(JobRow::read).transpose()
    }

    /// One job to be changed and stored; `None` if the ledger does not have it.
    pub(crate) fn load(&self, id: &JobId) -> Result<Option<JobRow>, DatabaseError> {
        let Some(mut row) = self.find(id)? else { return Ok(None) };
        row.loaded = Some(LoadedRow { values: row.values()?, is_scheduled: row.is_scheduled() });
        Ok(Some(row))
    }

    /// The first jobs of a list.
    pub(crate) fn first(&self, query: JobQuery, limit: u32) -> Result<Vec<JobEntry>, DatabaseError> {
        let (from, params) = query.first(limit);
        self.list(&from, &params)
    }

    /// The jobs that changed after a revision. Each change has an event, so that an index by revision would only cost writes.
    pub(crate) fn changed_after(&self, revision: u64) -> Result<Vec<JobEntry>, DatabaseError> {
        let changed = "id IN (SELECT job_id FROM events WHERE revision > ?1)";
        let from = format!("jobs WHERE {changed} AND revision > ?1 ORDER BY revision");
        self.list(&from, &[(revision as i64).into()])
    }

    /// The jobs that a `FROM` clause and what follows it select.
    fn list(&self, from: &str, params: &[Value]) -> Result<Vec<JobEntry>, DatabaseError> {
        let rows = self.db.run(&format!("SELECT {} FROM {from}", *LISTED), params)?;
        rows.into_iter().map(|row| JobRow::read(row)?.entry()).collect()
    }

    /// Stores a job that is new or was loaded, except for its labels, and counts it if it is polled. Only columns that
    /// changed are written, because each index of a written column is written too.
    pub(crate) fn store(&self, job: &JobRow) -> Result<(), DatabaseError> {
        let was_scheduled = job.loaded.as_ref().is_some_and(|loaded| loaded.is_scheduled);
        let change = i64::from(job.is_scheduled()) - i64::from(was_scheduled);
        if change != 0 {
            ScheduleRow::new(self.db, self.cache).add_polled(change)?;
        }
        let values = job.values()?;
        let Some(loaded) = &job.loaded else { return self.db.run(&INSERT, &values).map(drop) };
        let columns = JobRow::COLUMNS.iter().zip(values).zip(&loaded.values);
        let (changes, mut params): (Vec<String>, Vec<Value>) = columns
            .filter(|((_, value), before)| value != *before)
            .map(|((column, value), _)| (format!("{column} = ?"), value))
            .unzip();
        if changes.is_empty() {
            return Ok(());
        }
        params.push(job.id.as_str().into());
        self.db.run(&format!("UPDATE jobs SET {} WHERE id = ?", changes.join(", ")), &params).map(drop)
    }

    pub(crate) fn set_labels(&self, job: &JobId, labels: &[Label]) -> Result<(), DatabaseError> {
        let number = "(SELECT number FROM jobs WHERE id = ?)";
        self.db.run(&format!("DELETE FROM labels WHERE job = {number}"), &[job.as_str().into()])?;
        for label in labels {
            self.db.run(
                &format!("INSERT INTO labels (job, label) VALUES ({number}, ?)"),
                &[job.as_str().into(), label.as_str().into()],
            )?;
        }
        Ok(())
    }

    /// The row of a job that the ledger does not have yet.
    pub(crate) fn new_row(&self, job: &Job, now: UnixMs) -> Result<JobRow, DatabaseError> {
        let newest = match self.cache.newest_added_at.get() {
            Some(newest) => Some(newest),
            None => self.newest_added_at()?,
        };
        // If the clock was set back, the jobs keep their order.
        let added_at = newest.map_or(now, |newest| newest.max(now));
        self.cache.newest_added_at.set(Some(added_at));
        JobRow::new(job, added_at, now)
    }

    fn newest_added_at(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let mut newest = self.db.run("SELECT added_at FROM jobs ORDER BY number DESC LIMIT 1", &[])?;
        newest.first_mut().map(next).transpose()
    }

    /// The next polls of both queues, at most `limit` of each.
    pub(crate) fn first_polls(&self, limit: usize) -> Result<Vec<(PollQueue, NextPoll)>, DatabaseError> {
        let of = |queue: PollQueue, number: u8| {
            let condition = queue.condition();
            format!(
                "SELECT * FROM (SELECT id, revision, next_poll_at, {number} FROM jobs WHERE {condition} ORDER BY next_poll_at LIMIT {limit})"
            )
        };
        let statement = format!("{} UNION ALL {}", of(PollQueue::Active, 0), of(PollQueue::Ended, 1));
        let read = |mut row: Row| {
            let poll = NextPoll { job: next(&mut row)?, revision: next(&mut row)?, at: next(&mut row)? };
            let queue = if row.integer()? == 0 { PollQueue::Active } else { PollQueue::Ended };
            Ok((queue, poll))
        };
        self.db.run(&statement, &[])?.into_iter().map(read).collect()
    }

    /// The next polls of a queue, up to a moment if there is one, the earliest first.
    pub(crate) fn next_polls(
        &self,
        queue: PollQueue,
        until: Option<UnixMs>,
        limit: usize,
    ) -> Result<Vec<NextPoll>, DatabaseError> {
        let condition = queue.condition();
        let (up_to, params) = match until {
            Some(until) => (" AND next_poll_at <= ?", vec![until.0.into()]),
            None => ("", Vec::new()),
        };
        // SQLite prepares a statement again whenever it binds another value that chooses between indexes.
        let statement = format!(
            "SELECT id, revision, next_poll_at FROM jobs WHERE {condition}{up_to} ORDER BY next_poll_at LIMIT {limit}"
        );
        let polls = self.db.run(&statement, &params)?;
        let read = |mut row: Row| {
            Ok(NextPoll { job: next(&mut row)?, revision: next(&mut row)?, at: next(&mut row)? })
        };
        polls.into_iter().map(read).collect()
    }

    /// The open jobs that are suspended, those of them that are polled nevertheless, and those that are stopped. Counts
    /// no more than `limit` rows of each.
    pub(crate) fn count_unpolled(&self, limit: u32) -> Result<[u32; 3], DatabaseError> {
        let mut rows = self.db.run(
            "SELECT COUNT(*), COUNT(next_poll_at),
                (SELECT COUNT(*) FROM
                    (SELECT 1 FROM jobs WHERE is_stopped = 1 AND ended_at IS NULL ORDER BY number LIMIT ?))
             FROM (SELECT next_poll_at FROM jobs WHERE is_suspended = 1 LIMIT ?)",
            &[i64::from(limit).into(), i64::from(limit).into()],
        )?;
        let row = rows.first_mut().ok_or_else(|| DatabaseError("no count".to_owned()))?;
        Ok([next(row)?, next(row)?, next(row)?])
    }

    /// Makes polls due that are later than the schedule sets any: a clock that ran ahead has set them.
    pub(crate) fn poll_delayed(
        &self,
        queue: PollQueue,
        latest: UnixMs,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let statement =
            format!("UPDATE jobs SET next_poll_at = ? WHERE {} AND next_poll_at > ?", queue.condition());
        self.db.run(&statement, &[now.0.into(), latest.0.into()]).map(drop)
    }

    /// Makes suspended jobs that have a next poll due now.
    pub(crate) fn poll_suspended(&self, now: UnixMs) -> Result<(), DatabaseError> {
        let params = [now.0.into(), now.0.into()];
        let statement = "UPDATE jobs SET next_poll_at = ? WHERE is_suspended = 1 AND next_poll_at > ?";
        self.db.run(statement, &params).map(drop)
    }
}
