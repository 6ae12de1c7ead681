use std::rc::Rc;

use super::open_jobs::OpenJobs;
use crate::platform::{clock, log};

impl OpenJobs {
    /// Follows every change of the ledger: sends the changes to consoles and waiting requests, sends the
    /// follow-ups that the change released, and sets the alarm.
    pub(super) async fn publish(self: &Rc<Self>) {
        self.publish_or_log();
        self.waiters.borrow_mut().notify_changes(&self.ledger);
        if self.send_released() {
            self.publish_or_log();
        }
        self.set_alarm().await;
    }

    /// Sets the alarm for the next poll, or for the end of the next credential that opened a WebSocket.
    pub(super) async fn set_alarm(&self) {
        let expires_at = self.sockets.close_expired();
        let next_wake = self.ledger.next_wake(clock::now());
        self.alarm.schedule(next_wake.map(|at| at.into_iter().chain(expires_at).min())).await;
    }

    fn publish_or_log(&self) {
        if let Err(failure) = self.publish_changes() {
            log::fault("", &format!("the changes were not published: {failure}"));
        }
    }
}
