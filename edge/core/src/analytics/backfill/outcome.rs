//! The outcomes of the requests of backfills.

use docket_wire::{DAY_MS, UnixMs};

use super::queue::{BackfillKey, KEY_MATCHES};
use super::task::BackfillTask;
use crate::analytics::Analytics;
use crate::storage::{Database, DatabaseError};
use crate::upstream::failure::{CallFailure, Unreadable};

/// Retries after failed rounds of requests in a row. The backfill fails when the last one fails.
const RETRIES_MAX: i64 = 8;
/// How long the reason for a failed backfill is shown.
const FAILED_SHOWN_MS: i64 = DAY_MS;
/// The delay after the first failure. It doubles with each further one.
const WAIT_FIRST_MS: i64 = 15_000;

/// What follows a task that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterTask {
    /// The next page of the range's rows.
    NextPage,
    /// Nothing: the task was a day, or the last page.
    Nothing,
}

impl<D: Database> Analytics<D> {
    /// Records that a request is done. Its project may have got another id meanwhile: then its data were stored for the
    /// old one, and it is made again.
    pub fn record_backfill(&self, task: &BackfillTask, after: AfterTask) -> Result<(), DatabaseError> {
        let (backfill, request) = (task.backfill.into(), [task.backfill.into(), task.nth.into()]);
        let more = i64::from(after == AfterTask::NextPage);
        self.db.atomically(|| {
            let known = self.db.run(
                "UPDATE backfills SET failures = 0, total = total + ? WHERE id = ? AND project = ? RETURNING 1",
                &[more.into(), backfill, task.project.as_str().into()],
            )?;
            if known.is_empty() {
                return Ok(());
            }
            match after {
                AfterTask::NextPage => {
                    let next = "UPDATE backfill_requests SET nth = nth + 1 WHERE backfill = ? AND nth = ?";
                    self.db.run(next, &request)?;
                }
                AfterTask::Nothing => {
                    self.db.run("DELETE FROM backfill_requests WHERE backfill = ? AND nth = ?", &request)?;
                    self.db.run(
                        "DELETE FROM backfills WHERE id = ? AND NOT EXISTS (SELECT 1 FROM backfill_requests WHERE backfill = id)",
                        &[task.backfill.into()],
                    )?;
                }
            }
            Ok(())
        })
    }

    /// Records that a request failed. It is retried later; if a retry cannot help, the whole backfill fails.
    pub fn record_backfill_failure(
        &self,
        task: &BackfillTask,
        failure: &CallFailure,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let backfill = task.backfill;
        // Of a project that has got another id meanwhile, the failure says nothing.
        let sql = "SELECT failures, not_before FROM backfills WHERE id = ? AND project = ?";
        let row = self.db.run(sql, &[backfill.into(), task.project.as_str().into()])?.into_iter().next();
        let Some(mut row) = row else { return Ok(()) };
        let (failures, not_before) = (row.integer()?, UnixMs(row.integer()?));
        // What is too large stays so, and each attempt would cost a request.
        let is_too_large =
            matches!(failure, CallFailure::Unreadable(Unreadable::TooLarge | Unreadable::TooManyPages));
        let is_final = !failure.is_temporary() || is_too_large;
        if is_final {
            return self.fail_backfill(backfill, failure, now);
        }
        if not_before > task.taken_at {
            // Another request of the same round has failed: three at once say no more about the service than one.
            return Ok(());
        }
        if failures >= RETRIES_MAX {
            return self.fail_backfill(backfill, failure, now);
        }
        let wait_ms = WAIT_FIRST_MS << failures.clamp(0, RETRIES_MAX);
        self.db.run(
            "UPDATE backfills SET failures = failures + 1, not_before = ? WHERE id = ?",
            &[now.plus_ms(wait_ms).0.into(), backfill.into()],
        )?;
        Ok(())
    }

    fn fail_backfill(&self, backfill: i64, failure: &CallFailure, now: UnixMs) -> Result<(), DatabaseError> {
        self.db.atomically(|| {
            self.db.run(
                "INSERT OR REPLACE INTO failed_backfills
                 SELECT project, kind, first_day, last_day, zone, ?, ? FROM backfills WHERE id = ?",
                &[failure.reason().error.into(), now.0.into(), backfill.into()],
            )?;
            self.db.run(
                "DELETE FROM failed_backfills WHERE failed_at <= ?",
                &[now.plus_ms(-FAILED_SHOWN_MS).0.into()],
            )?;
            self.db.run("DELETE FROM backfills WHERE id = ?", &[backfill.into()])?;
            self.drop_orphaned_requests()
        })
    }

    /// Why a backfill failed, as a sentence; `None` if it failed more than a day ago or was started again.
    pub fn backfill_error(&self, key: BackfillKey<'_>, now: UnixMs) -> Result<Option<String>, DatabaseError> {
        let sql = format!("SELECT error FROM failed_backfills WHERE {KEY_MATCHES} AND failed_at > ?");
        let mut params = key.params().to_vec();
        params.push(now.plus_ms(-FAILED_SHOWN_MS).0.into());
        self.db.run(&sql, &params)?.pop().map(|mut row| row.text()).transpose()
    }
}
