//! The pauses that the service asks for: consoles show them, and a person can end them.

use std::rc::Rc;

use docket_core::audit::AuditedChange;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::ServiceJob;
use docket_wire::LiveMessage;

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// Ends the pauses.
    pub(super) async fn end_pauses(self: Rc<Self>, change: AuditedChange) -> Result<Reply, Failure> {
        self.ledger.end_pauses(clock::now(), &change.into_record())?;
        self.send_pauses()?;
        self.publish().await;
        Ok(Reply::empty(204))
    }

    /// Sends every console the pauses if the outcome of a call began one.
    pub(super) fn send_pause_of(&self, outcome: &Result<ServiceJob, CallFailure>) -> Result<(), Failure> {
        match outcome {
            Err(failure) if failure.pause_s().is_some() => self.send_pauses(),
            _ => Ok(()),
        }
    }

    /// Records a failed request of a job outside the poll schedule, such as for an import or a match. Sends every console
    /// the pauses if the failure began one.
    pub(super) fn record_failed_call(&self, failure: &CallFailure) -> Result<(), Failure> {
        self.ledger.record_failed_call(failure, clock::now())?;
        if failure.pause_s().is_some() { self.send_pauses() } else { Ok(()) }
    }

    fn send_pauses(&self) -> Result<(), Failure> {
        self.send_to_consoles(&LiveMessage::Pauses(self.ledger.pauses(clock::now())?))
    }
}
