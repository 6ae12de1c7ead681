//! What the inbox reads of jobs: their own columns and the pull request, without the rest of the service's response.

use std::sync::LazyLock;

use docket_wire::{JobEntry, JobId};

use super::column::to_json;
use super::jobs::{JobRow, PollQueue};
use crate::storage::{Database, DatabaseError, Value};

/// What [`JobRow::read`] reads, for a `SELECT` from `jobs`. The inbox shows no labels.
static SELECTED: LazyLock<String> = LazyLock::new(|| {
    let longest = JobEntry::TEXT_BYTES_MAX + 1;
    let body = format!(
        "json_object('id', id, 'status', status, 'prLink', substr(json_extract(body, '$.prLink'), 1, {longest}))"
    );
    let columns = JobRow::COLUMNS.iter().map(|column| if *column == "body" { body.as_str() } else { column });
    format!("{}, NULL", columns.collect::<Vec<_>>().join(", "))
});

/// Jobs with news, by condition. Each condition has a partial index, for queries that repeat the condition. The queries name the
/// index, because SQLite would otherwise use the index of the list and sort all jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobsWithNews {
    /// Failed jobs, and jobs that nothing polls or that take too long.
    InNeed,
    Ended,
}

impl JobsWithNews {
    fn index(self) -> &'static str {
        match self {
            Self::InNeed => "jobs_in_need",
            Self::Ended => "jobs_ended_news",
        }
    }

    fn condition(self) -> &'static str {
        match self {
            Self::InNeed => {
                "news_revision <> 0 AND is_hidden = 0
                 AND (status = 'failed' OR (ended_at IS NULL AND (is_running_long = 1 OR is_stopped = 1 OR is_suspended = 1)))"
            }
            Self::Ended => {
                "news_revision <> 0 AND is_hidden = 0 AND ended_at IS NOT NULL AND status <> 'failed'"
            }
        }
    }
}

/// The jobs that may be in an inbox.
#[derive(Debug)]
pub(crate) struct InboxJobs<'a, D>(pub(crate) &'a D);

impl<D: Database> InboxJobs<'_, D> {
    /// Jobs with news after a revision, those with the latest news first.
    pub(crate) fn with_news(
        &self,
        which: JobsWithNews,
        after: u64,
        limit: i64,
    ) -> Result<Vec<JobRow>, DatabaseError> {
        let (index, condition) = (which.index(), which.condition());
        self.select(
            &format!("INDEXED BY {index} WHERE {condition} AND news_revision > ? ORDER BY news_revision DESC LIMIT ?"),
            &[(after as i64).into(), limit.into()],
        )
    }

    /// Jobs that are polled because they are active, or may become active.
    pub(crate) fn polled(&self, limit: i64) -> Result<Vec<JobRow>, DatabaseError> {
        let condition = PollQueue::Active.condition();
        self.select(
            &format!("INDEXED BY jobs_due WHERE {condition} AND is_hidden = 0 ORDER BY next_poll_at LIMIT ?"),
            &[limit.into()],
        )
    }

    /// Jobs by their ids, in any order.
    pub(crate) fn named(&self, ids: &[&JobId]) -> Result<Vec<JobRow>, DatabaseError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.select("WHERE id IN (SELECT value FROM json_each(?))", &[to_json(&ids)?.into()])
    }

    fn select(&self, rest: &str, params: &[Value]) -> Result<Vec<JobRow>, DatabaseError> {
        let rows = self.0.run(&format!("SELECT {} FROM jobs {rest}", *SELECTED), params)?;
        rows.into_iter().map(JobRow::read).collect()
    }
}
