//! When the alarm of a jobs object is due.

use docket_core::alarm::ALARM_RETRY_MS;
use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;

use super::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// When the alarm is to poll, release or delete next. Without the project's settings Docket cannot poll, so the alarm only
    /// checks whether they are there. Logs if polling became late, or on time again.
    pub(crate) fn next_alarm(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let now = clock::now();
        if !self.is_configured() {
            return self.ledger.next_alarm_unconfigured(now);
        }
        let next = self.ledger.next_alarm(now);
        self.log_lag_change();
        next
    }

    /// Sets the alarm for what [`OpenJobs::next_alarm`] says, for the end of the next credential that opened a WebSocket, or for
    /// another try to store an outcome.
    pub(crate) async fn schedule_alarm(&self) {
        if self.alarm.is_running() {
            // The end of its work sets it.
            return;
        }
        let now = clock::now();
        let next = self.next_alarm();
        let expires_at = self.sockets.close_expired();
        let retry = (!self.unsettled.borrow().is_empty()).then(|| now.plus_ms(ALARM_RETRY_MS));
        self.alarm.schedule(next.map(|at| at.into_iter().chain(expires_at).chain(retry).min())).await;
    }
}
