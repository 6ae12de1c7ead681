//! The pause that the service asks for: a person can end it.

use docket_core::audit::AuditedChange;
use docket_core::storage::DatabaseError;
use docket_wire::ProjectId;

use super::open_analytics::OpenAnalytics;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenAnalytics {
    /// Ends the pause, and records it if there was one.
    pub(super) fn end_pause(&self, project: &ProjectId, change: AuditedChange) -> Result<Reply, Failure> {
        let now = clock::now();
        self.core.with_audit(self.audit_days, project, now, || {
            let was_paused = self.core.end_pause(now)?;
            Ok::<_, DatabaseError>(((), was_paused.then(|| change.into_record())))
        })?;
        Ok(Reply::empty(204))
    }
}
