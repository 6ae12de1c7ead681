//! What has expired, and its deletion in portions.

mod count;
mod submissions;

use docket_wire::{JobId, SubmissionId, UnixMs};

use crate::jobs::store::column::{next, to_json};
use crate::storage::{Database, DatabaseError, Row, Value};

pub(crate) use count::ExpiredCount;

/// The submission created no job, or was a follow-up for a job that the ledger lacks: no deletion of a job includes it.
const HAS_NO_JOB: &str = "NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = submissions.job_id)";

/// Of jobs that ended before `?1`: nothing was sent or done since, no follow-up is expected to make them active, and no
/// prompt waits for a person or for the service.
const IS_OVER: &str = "ended_at < ?1 AND active_since < ?1 AND expect_activity_until IS NULL AND NOT EXISTS (
    SELECT 1 FROM submissions WHERE submissions.job_id = jobs.id
    AND (submissions.state IN ('queued', 'sending', 'unknown') OR submissions.submitted_at >= ?1))";

/// What expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expiring {
    /// Jobs with all that belongs to them, and submissions without a job.
    Jobs,
    /// Only the texts of the prompts of both.
    Prompts,
}

/// A job that has expired.
#[derive(Debug)]
pub(crate) struct ExpiredJob {
    pub(crate) number: i64,
    pub(crate) id: JobId,
}

/// The jobs, submissions and events that can be deleted.
#[derive(Debug)]
pub(crate) struct RetentionTable<'a, D>(pub(crate) &'a D);

impl<D: Database> RetentionTable<'_, D> {
    /// The end of the job that ended first.
    pub(crate) fn first_end(&self, what: Expiring) -> Result<Option<UnixMs>, DatabaseError> {
        let from = ended(what);
        self.first(&format!("SELECT ended_at FROM jobs {from} ORDER BY ended_at LIMIT 1"), &[])
    }

    /// A job that was over before a moment.
    pub(crate) fn expired_job(&self, before: UnixMs) -> Result<Option<ExpiredJob>, DatabaseError> {
        self.job(Expiring::Jobs, before)
    }

    /// A job that ended before a moment and still has stored prompts.
    pub(crate) fn job_with_prompts(&self, before: UnixMs) -> Result<Option<ExpiredJob>, DatabaseError> {
        self.job(Expiring::Prompts, before)
    }

    /// Deletes up to `limit` events and submissions of a job, and returns how many. The ledger's last event stays, because it holds the
    /// ledger's revision. The events of the job's create are found by its submission, so they go before the submission.
    pub(crate) fn delete_history(
        &self,
        job: &JobId,
        revision: u64,
        limit: usize,
    ) -> Result<usize, DatabaseError> {
        let create = "SELECT id FROM submissions WHERE job_id = ?1";
        let of_create = format!(
            "events INDEXED BY events_submission WHERE job_id IS NULL AND submission_id IN ({create})"
        );
        let of_job = "events WHERE job_id = ?1".to_owned();
        let mut deleted = 0;
        for from in [of_create, of_job] {
            let statement = format!(
                "DELETE FROM events WHERE revision IN
                    (SELECT revision FROM {from} AND revision < ?2 ORDER BY revision LIMIT ?3) RETURNING 1"
            );
            let left = i64::try_from(limit.saturating_sub(deleted)).unwrap_or(i64::MAX);
            let params = [job.as_str().into(), (revision as i64).into(), left.into()];
            deleted += self.0.run(&statement, &params)?.len();
        }
        let left = i64::try_from(limit.saturating_sub(deleted)).unwrap_or(i64::MAX);
        let statement = "DELETE FROM submissions WHERE rowid IN
            (SELECT rowid FROM submissions WHERE job_id = ? LIMIT ?) RETURNING id";
        let ids = self.0.run(statement, &[job.as_str().into(), left.into()])?;
        let ids = ids.into_iter().map(|mut row| next(&mut row)).collect::<Result<Vec<SubmissionId>, _>>()?;
        let statement =
            "DELETE FROM read_marks WHERE item IN (SELECT 'submission:' || value FROM json_each(?))";
        self.0.run(statement, &[to_json(&ids)?.into()])?;
        Ok(deleted + ids.len())
    }

    /// Deletes a job after its history, and the events before `revision` that are left of it.
    pub(crate) fn delete_job(
        &self,
        ExpiredJob { number, id }: &ExpiredJob,
        revision: u64,
    ) -> Result<(), DatabaseError> {
        let number = [Value::from(*number)];
        for statement in [
            "DELETE FROM labels WHERE job = ?",
            "DELETE FROM search WHERE rowid = ?",
            "DELETE FROM jobs WHERE number = ?",
        ] {
            self.0.run(statement, &number)?;
        }
        self.0.run("DELETE FROM read_marks WHERE item = 'job:' || ?", &[id.as_str().into()])?;
        let params = [id.as_str().into(), (revision as i64).into()];
        self.0.run("DELETE FROM events WHERE job_id = ? AND revision < ?", &params).map(drop)
    }

    /// Deletes up to `limit` events of deletions before a moment, except the ledger's last event.
    pub(crate) fn forget_deletions(
        &self,
        before: UnixMs,
        revision: u64,
        limit: usize,
    ) -> Result<(), DatabaseError> {
        let statement = "DELETE FROM events WHERE revision IN (
            SELECT revision FROM events INDEXED BY events_deleted
            WHERE what = '{\"kind\":\"deleted\"}' AND revision < ? AND at < ? ORDER BY revision LIMIT ?)";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.0.run(statement, &[(revision as i64).into(), before.0.into(), limit.into()]).map(drop)
    }

    fn job(&self, what: Expiring, before: UnixMs) -> Result<Option<ExpiredJob>, DatabaseError> {
        let from = ended(what);
        let statement = format!("SELECT number, id FROM jobs {from} AND {IS_OVER} ORDER BY ended_at LIMIT 1");
        let mut rows = self.0.run(&statement, &[before.0.into()])?;
        let read = |row: &mut Row| Ok(ExpiredJob { number: row.integer()?, id: next(row)? });
        rows.first_mut().map(read).transpose()
    }

    fn first(&self, statement: &str, params: &[Value]) -> Result<Option<UnixMs>, DatabaseError> {
        self.0.run(statement, params)?.first_mut().map(next).transpose()
    }
}

/// The index of ended jobs, with its condition.
fn ended(what: Expiring) -> &'static str {
    match what {
        Expiring::Jobs => "INDEXED BY jobs_ended WHERE ended_at IS NOT NULL",
        Expiring::Prompts => "INDEXED BY jobs_prompts WHERE ended_at IS NOT NULL AND has_prompts = 1",
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::EventKind;

    use super::to_json;

    #[test]
    fn the_index_of_deletions_has_their_event_as_it_is_stored() {
        assert_eq!(to_json(&EventKind::Deleted).unwrap(), r#"{"kind":"deleted"}"#);
    }
}
