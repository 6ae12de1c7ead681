//! The log: one line of JSON a request. No query, no prompt, no header of the caller's, no key.

use docket_wire::{CallerName, UnixMs};
use serde::Serialize;

/// One request.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) method: &'a str,
    pub(crate) route: &'static str,
    pub(crate) status: u16,
    pub(crate) ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) caller: Option<&'a CallerName>,
}

/// Logs a request that has been answered.
pub(crate) fn request(line: &Line<'_>) {
    if let Ok(text) = serde_json::to_string(line) {
        worker::console_log!("{text}");
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Note<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    level: &'static str,
    message: &'a str,
}

/// Logs that an object began, with what it had kept. One that hibernates begins anew for whatever wakes it: how often
/// it does is what it costs.
pub(crate) fn opened(revision: u64) {
    let message = format!("the desk opened at revision {revision}");
    if let Ok(text) = serde_json::to_string(&Note { request_id: None, level: "info", message: &message }) {
        worker::console_log!("{text}");
    }
}

/// Logs a fault of Docket's.
pub(crate) fn fault(request_id: &str, message: &str) {
    note(&Note { request_id: Some(request_id), level: "error", message });
}

/// Logs what is allowed but looks wrong.
pub(crate) fn warning(message: &str) {
    note(&Note { request_id: None, level: "warning", message });
}

fn note(note: &Note<'_>) {
    if let Ok(text) = serde_json::to_string(note) {
        worker::console_error!("{text}");
    }
}

/// Milliseconds since a request began.
pub(crate) fn ms_since(start: UnixMs) -> i64 {
    crate::platform::clock::now().since_ms(start)
}
