//! How a read waits for a change.

use std::future::Future;
use std::time::Duration;

use docket_core::http::limits::WAIT_S_MAX;
use docket_core::http::target::QueryPairs;
use docket_wire::{UnixMs, whole_number};
use futures_util::future::{Either, select};
use gloo_timers::future::sleep;

use crate::http::failure::Failure;
use crate::platform::clock;

/// Until when a request waits for a change: the seconds in `?wait=`.
pub(super) fn wait_until(pairs: &QueryPairs) -> Result<Option<UnixMs>, Failure> {
    let mut found = pairs.iter().filter(|(name, _)| *name == "wait");
    let Some((_, text)) = found.next() else { return Ok(None) };
    if found.next().is_some() {
        return Err(Failure::invalid("wait", "wait must appear only once."));
    }
    match whole_number(text).and_then(|number| i64::try_from(number).ok()) {
        Some(wait_s @ 1..=WAIT_S_MAX) => Ok(Some(clock::now().plus_ms(wait_s * 1000))),
        _ => Err(Failure::invalid(
            "wait",
            format!("wait must be a whole number of seconds from 1 to {WAIT_S_MAX}."),
        )),
    }
}

/// Waits for an event, at most this long. Returns whether it came.
pub(super) async fn comes_within(event: impl Future + Unpin, wait_ms: i64) -> bool {
    let delay = sleep(Duration::from_millis(wait_ms.unsigned_abs()));
    matches!(select(event, delay).await, Either::Left(_))
}
