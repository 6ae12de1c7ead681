//! Retention: the alarm deletes expired data, and a request previews it.

use docket_core::http::target::QueryPairs;
use docket_wire::{ProjectId, RetentionQuery};

use super::open_analytics::OpenAnalytics;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::{clock, log};

impl OpenAnalytics {
    /// Deletes some portions of the expired data. If there are more, the next alarm is due at once.
    pub(super) fn delete_expired(&self) {
        let mut count = 0;
        self.alarm.run_portions(|| {
            let deleted = self.core.delete_expired(self.visitors_days, clock::now())?;
            count += deleted.rows + deleted.tables;
            Ok(deleted.is_any())
        });
        if count > 0 {
            log::deleted("visitors", count, None);
        }
    }

    /// How long the visitors of a project are stored, and what would be deleted.
    pub(super) fn retention(&self, project: &ProjectId, pairs: &QueryPairs) -> Result<Reply, Failure> {
        let query = RetentionQuery::from_pairs(pairs)?;
        let retention =
            self.core.retention(project, self.visitors_days, self.audit_days, &query, clock::now())?;
        Ok(Reply::json(200, &retention))
    }
}
