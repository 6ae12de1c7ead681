use std::rc::Rc;

use docket_core::alarm::RETRY_MS;

use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};

impl OpenJobs {
    /// Follows every change of the ledger: sends the changes to consoles and waiting requests, sends the
    /// follow-ups that the change released, and sets the alarm.
    pub(in crate::jobs) async fn publish(self: &Rc<Self>) {
        self.abandon_unsettled();
        self.publish_or_log();
        self.waiters.borrow_mut().notify_changes(&self.ledger);
        if self.send_released() {
            self.publish_or_log();
        }
        self.schedule_alarm().await;
    }

    /// Sets the alarm for the next poll or release, for the end of the next credential that opened a WebSocket, or for
    /// another try to store an outcome. Without the project's settings Docket cannot poll, so the alarm only checks
    /// whether they are there.
    pub(in crate::jobs) async fn schedule_alarm(&self) {
        if self.alarm.is_running() {
            // The end of its work sets it.
            return;
        }
        let now = clock::now();
        let next = if self.is_configured() {
            self.ledger.next_wake(now)
        } else {
            self.ledger.next_wake_unconfigured(now)
        };
        let expires_at = self.sockets.close_expired();
        let retry = (!self.unsettled.borrow().is_empty()).then(|| now.plus_ms(RETRY_MS));
        self.alarm.schedule(next.map(|at| at.into_iter().chain(expires_at).chain(retry).min())).await;
    }

    pub(in crate::jobs) fn publish_or_log(&self) {
        if let Err(failure) = self.publish_changes() {
            log::fault("", &format!("the changes were not published: {failure}"));
        }
    }
}
