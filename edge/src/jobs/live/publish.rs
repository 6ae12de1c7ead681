//! Sends changes to consoles, and releases what they make possible.

use std::rc::Rc;

use docket_core::jobs::schedule::Audience;
use docket_wire::{CallerName, LiveMessage};

use crate::http::failure::Failure;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};

impl OpenJobs {
    /// Sends the latest changes of the ledger to consoles and waiting requests, sends the follow-ups that they released,
    /// and sets the alarm. Code that changes jobs or submissions calls this afterwards.
    pub(crate) async fn publish(self: &Rc<Self>) {
        self.abandon_unsettled();
        self.publish_or_log();
        self.waiters.borrow_mut().notify_changes(&self.ledger);
        if self.send_released() {
            self.publish_or_log();
        }
        self.schedule_alarm().await;
    }

    pub(crate) fn publish_or_log(&self) {
        if let Err(failure) = self.publish_changes() {
            log::error(&format!("the changes were not published: {failure}"));
        }
    }

    /// Whether a console is open.
    pub(crate) fn audience(&self) -> Audience {
        if self.sockets.is_empty() { Audience::Nobody } else { Audience::Viewers }
    }

    /// Sends every console the changes since the last publication. Without a console, nothing is read for them.
    pub(crate) fn publish_changes(&self) -> Result<(), Failure> {
        let revision = self.ledger.revision()?;
        let published = self.published.get();
        if published < revision {
            self.waiters.borrow_mut().notify_published();
            if !self.sockets.is_empty() {
                // If this fails, `published` stays, and the next publication sends these changes too.
                self.send_to_consoles(&self.ledger.reads().catch_up(Some(published), clock::now())?)?;
            }
        }
        self.published.set(revision);
        Ok(())
    }

    /// Sends every console a message. Listing the sockets first would cost more than a message without a recipient.
    pub(crate) fn send_to_consoles(&self, message: &LiveMessage) -> Result<(), Failure> {
        self.sockets.send(&serde_json::to_string(message)?, None);
        Ok(())
    }

    /// Sends the consoles of one caller a message.
    pub(crate) fn send_to_consoles_of(
        &self,
        caller: &CallerName,
        message: &LiveMessage,
    ) -> Result<(), Failure> {
        self.sockets.send(&serde_json::to_string(message)?, Some(caller));
        Ok(())
    }
}
