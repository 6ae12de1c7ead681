//! How a read waits for a change.

use std::future::Future;
use std::time::Duration;

use docket_core::http::parameters::wait_s;
use docket_core::http::target::QueryPairs;
use docket_wire::{CallerName, UnixMs};
use futures_util::future::{Either, select};
use gloo_timers::future::sleep;

use crate::http::failure::Failure;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

/// Until when a request waits for a change.
pub(super) fn wait_until(pairs: &QueryPairs) -> Result<Option<UnixMs>, Failure> {
    Ok(wait_s(pairs)?.map(|wait_s| clock::now().plus_ms(wait_s * 1000)))
}

/// A request that waits for a change, and counts as one of its caller's until it is dropped.
pub(super) struct WaitingRequest<'a> {
    jobs: &'a OpenJobs,
    caller: &'a CallerName,
    until: UnixMs,
}

impl OpenJobs {
    /// Counts a request that is about to wait, if its caller may have one more.
    pub(super) fn begin_wait<'a>(
        &'a self,
        caller: &'a CallerName,
        until: UnixMs,
    ) -> Result<WaitingRequest<'a>, Failure> {
        let begun = self.waiting.borrow_mut().begin(caller, until, clock::now());
        begun.map_err(|exhausted| Failure::from(exhausted).field("wait"))?;
        Ok(WaitingRequest { jobs: self, caller, until })
    }
}

impl Drop for WaitingRequest<'_> {
    fn drop(&mut self) {
        self.jobs.waiting.borrow_mut().end(self.caller, self.until);
    }
}

/// Waits for an event, at most this long. Returns whether it came.
pub(super) async fn comes_within(event: impl Future + Unpin, wait_ms: i64) -> bool {
    let delay = sleep(Duration::from_millis(wait_ms.unsigned_abs()));
    matches!(select(event, delay).await, Either::Left(_))
}
