//! How a read waits for a change.

use std::future::Future;
use std::time::Duration;

use docket_core::http::parameters::wait_s;
use docket_core::http::target::QueryPairs;
use docket_wire::UnixMs;
use futures_util::future::{Either, select};
use gloo_timers::future::sleep;

use crate::http::failure::Failure;
use crate::platform::clock;

/// Until when a request waits for a change.
pub(super) fn wait_until(pairs: &QueryPairs) -> Result<Option<UnixMs>, Failure> {
    Ok(wait_s(pairs)?.map(|wait_s| clock::now().plus_ms(wait_s * 1000)))
}

/// Waits for an event, at most this long. Returns whether it came.
pub(super) async fn comes_within(event: impl Future + Unpin, wait_ms: i64) -> bool {
    let delay = sleep(Duration::from_millis(wait_ms.unsigned_abs()));
    matches!(select(event, delay).await, Either::Left(_))
}
