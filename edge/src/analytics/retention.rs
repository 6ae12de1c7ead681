//! Retention: the alarm deletes expired figures, and a request previews it.

use docket_core::http::target::QueryPairs;
use docket_core::storage::DatabaseError;
use docket_wire::{ProjectId, RetentionQuery, UnixMs};
use worker::Request;

use super::open_analytics::OpenAnalytics;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::{clock, log};

impl OpenAnalytics {
    /// When the alarm has to do something next.
    pub(super) fn next_alarm(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let next = [self.core.next_alarm(clock::now())?, self.core.next_retention(self.figures_days)?];
        Ok(next.into_iter().flatten().min())
    }

    /// Deletes some portions of the expired figures. If there are more, the next alarm is due at once.
    pub(super) fn delete_expired(&self) {
        let mut count = 0;
        self.alarm.run_portions(|| {
            let deleted = self.core.delete_expired(self.figures_days, clock::now())?;
            count += deleted.figures + deleted.tables;
            Ok(deleted.is_any())
        });
        if count > 0 {
            log::deleted("figures", count, None);
        }
    }

    /// How long the figures of a project are stored, and what would be deleted.
    pub(super) fn retention(&self, project: &ProjectId, request: &Request) -> Result<Reply, Failure> {
        let query = RetentionQuery::from_pairs(&QueryPairs::of(&request.inner().url()))?;
        let retention =
            self.core.retention(project, self.figures_days, self.audit_days, &query, clock::now())?;
        Ok(Reply::json(200, &retention))
    }
}
