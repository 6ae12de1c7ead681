use std::rc::Rc;

use super::open_jobs::OpenJobs;
use crate::platform::alarm::RETRY_MS;
use crate::platform::{clock, log};

impl OpenJobs {
    /// Follows every change of the ledger: sends the changes to consoles and waiting requests, sends the
    /// follow-ups that the change released, and sets the alarm.
    pub(super) async fn publish(self: &Rc<Self>) {
        self.abandon_unsettled();
        self.publish_or_log();
        self.waiters.borrow_mut().notify_changes(&self.ledger);
        if self.send_released() {
            self.publish_or_log();
        }
        let now = clock::now();
        let wake = self.ledger.next_wake(now);
        // Storage failed, and has to be tried again even if nothing else is to do.
        let retry = (!self.unsettled.borrow().is_empty()).then(|| now.plus_ms(RETRY_MS));
        self.alarm.schedule(wake.map(|wake| wake.into_iter().chain(retry).min())).await;
    }

    fn publish_or_log(&self) {
        if let Err(failure) = self.publish_changes() {
            log::fault("", &format!("the changes were not published: {failure}"));
        }
    }
}
