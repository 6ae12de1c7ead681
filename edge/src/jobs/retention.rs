//! Retention: the alarm deletes what has expired, and a request previews it.

use docket_core::http::target::QueryPairs;
use docket_wire::RetentionQuery;

use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};

impl OpenJobs {
    /// Deletes some portions of what has expired, and sends the deletions to the consoles. If there is more, the next
    /// alarm is due at once.
    pub(super) fn delete_expired(&self) {
        let (mut jobs, mut prompts) = (0, 0);
        self.alarm.run_portions(|| {
            let deleted = self.ledger.retention().delete_expired(clock::now())?;
            jobs += deleted.jobs;
            prompts += deleted.prompts;
            if deleted.is_any {
                self.publish_or_log();
            }
            Ok(deleted.is_any)
        });
        let project = self.ledger.project();
        for (what, count) in [("jobs", jobs), ("prompts", prompts)] {
            if count > 0 {
                log::deleted(what, count, project.as_ref());
            }
        }
    }

    /// How long the project's jobs are stored, and what would be deleted.
    pub(super) fn retention(&self, pairs: &QueryPairs) -> Result<Reply, Failure> {
        let query = RetentionQuery::from_pairs(pairs)?;
        let retention = self.ledger.retention().preview(&query, clock::now())?;
        Ok(Reply::json(200, &retention))
    }
}
