//! Polls that a read of a job causes. Equal ones are made once.

use std::rc::Rc;

use docket_core::auth::caller::CallerKind;
use docket_core::jobs::{JobRead, PollTask, ReadDecision, StoredJob};
use docket_wire::{CallerName, JobId};

use super::wait::comes_within;
use crate::http::failure::Failure;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::{clock, log};
use crate::settings;

/// A poll is recorded within this time after the service has answered.
const RECORDED_WITHIN_MS: i64 = 5_000;

/// A job of the ledger, for a reader.
pub(super) struct FoundJob {
    pub(super) stored: StoredJob,
    /// Whether it is as current as the reader wants.
    pub(super) is_current: bool,
}

impl OpenJobs {
    /// Reads a job, after a poll if the ledger decides so. `None` if the ledger does not have the job.
    pub(super) async fn poll_for_read(
        self: &Rc<Self>,
        job: &JobId,
        read: JobRead,
    ) -> Result<Option<FoundJob>, Failure> {
        let asked_at = clock::now();
        let Some((stored, decision)) = self.ledger.read_job(job, read, asked_at)? else { return Ok(None) };
        let waiter = match decision {
            ReadDecision::Stored => return Ok(Some(FoundJob { stored, is_current: true })),
            ReadDecision::StoredAndDue => {
                self.schedule_alarm().await;
                return Ok(Some(FoundJob { stored, is_current: true }));
            }
            ReadDecision::Outdated | ReadDecision::Exhausted(_) => {
                return Ok(Some(FoundJob { stored, is_current: false }));
            }
            ReadDecision::InFlight => self.waiters.borrow_mut().for_poll(job),
            ReadDecision::Poll(poll) => {
                let waiter = self.waiters.borrow_mut().for_poll(job);
                // The poll continues if the client disconnects, because others may wait for it.
                wasm_bindgen_futures::spawn_local(Rc::clone(self).poll_once(poll));
                waiter
            }
        };
        // A poll that could not be recorded leaves the stored response as it was. Its waiters may have been notified before this one
        // came, although the ledger takes it to be in flight until it is lost.
        let service_ms = i64::from(settings::read(&self.env)?.upstream_timeout_ms);
        comes_within(waiter, service_ms + RECORDED_WITHIN_MS).await;
        let polled = self.ledger.reads().stored_job(job)?;
        Ok(polled.map(|stored| FoundJob { is_current: stored.checked_at >= asked_at, stored }))
    }

    async fn poll_once(self: Rc<Self>, poll: PollTask) {
        if let Err(failure) = self.poll(poll).await {
            log::error(&format!("a poll was not recorded: {failure}"));
        }
        self.publish().await;
    }

    /// Counts a request for a job that a caller wants, if the budget of polls allows it.
    pub(crate) fn acquire_poll(&self, by: &CallerName) -> Result<(), Failure> {
        Ok(self.ledger.acquire_poll(CallerKind::of(by), clock::now())??)
    }
}
