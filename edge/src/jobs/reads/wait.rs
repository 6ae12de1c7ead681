use docket_core::http::limits::WAIT_S_MAX;
use docket_core::http::target::query_value;
use docket_wire::{UnixMs, whole_number};
use worker::Request;

use crate::http::failure::Failure;
use crate::platform::clock;

/// Until when a request waits for a change: the seconds in `?wait=`.
pub(super) fn wait_until(req: &Request) -> Result<Option<UnixMs>, Failure> {
    let Some(text) = query_value(&req.inner().url(), "wait") else { return Ok(None) };
    match whole_number(&text).and_then(|number| i64::try_from(number).ok()) {
        Some(wait_s @ 1..=WAIT_S_MAX) => Ok(Some(clock::now().plus_ms(wait_s * 1000))),
        _ => Err(Failure::invalid(
            "wait",
            format!("wait must be a whole number of seconds from 1 to {WAIT_S_MAX}."),
        )),
    }
}
