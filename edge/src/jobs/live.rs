//! OpenJobs consoles: WebSockets that survive the object's hibernation.

use docket_core::http::target::query_value;
use docket_wire::{LiveMessage, PING, PONG};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use worker::worker_sys::DurableObjectState;
use worker::{Request, Response, State, WebSocket, WebSocketPair, WebSocketRequestResponsePair};

use super::OpenJobs;
use crate::http::failure::Failure;
use crate::platform::clock;

#[wasm_bindgen(inline_js = "
export function send_to_all(state, text) {
    for (const socket of state.getWebSockets()) {
        // One that is closing may still be listed. Its console comes back and asks for what it missed.
        try { socket.send(text); } catch {}
    }
}
export function has_sockets(state) { return state.getWebSockets().length > 0; }
")]
extern "C" {
    /// Sends one text to all: a loop on this side would cross over several times for each socket.
    fn send_to_all(state: &JsValue, text: &str);
    fn has_sockets(state: &JsValue) -> bool;
}

/// The sockets of an object, those included that were opened before it was last rebuilt.
pub(super) struct Sockets(JsValue);

impl Sockets {
    pub(super) fn of(state: State) -> (Self, State) {
        let raw = JsValue::from(state._inner());
        (Self(raw.clone()), State::from(raw.unchecked_into::<DurableObjectState>()))
    }
}

impl OpenJobs {
    /// Accepts a console and sends what it has missed since `?since=`.
    pub(super) fn join(&self, req: &Request) -> Result<Response, Failure> {
        let since = query_value(&req.inner().url(), "since").and_then(|text| text.parse().ok());
        let pair = WebSocketPair::new()?;
        self.state.accept_web_socket(&pair.server);
        let missed = self.ledger.catch_up(since, clock::now())?;
        pair.server.send(&missed)?;
        Ok(Response::from_websocket(pair.client)?)
    }

    /// Whether anybody watches.
    pub(super) fn is_watched(&self) -> bool {
        has_sockets(&self.sockets.0)
    }

    /// Sends every console what happened since the last time.
    pub(super) fn tell_consoles(&self) -> Result<(), Failure> {
        let revision = self.ledger.revision()?;
        let published = self.published.replace(revision);
        if published < revision {
            self.send_to_consoles(&self.ledger.catch_up(Some(published), clock::now())?)?;
        }
        Ok(())
    }

    /// Sends every console a message.
    pub(super) fn send_to_consoles(&self, message: &LiveMessage) -> Result<(), Failure> {
        // Listing the sockets costs more than a message that nobody gets.
        send_to_all(&self.sockets.0, &serde_json::to_string(message)?);
        Ok(())
    }
}

/// Has pings answered without waking the object.
pub(super) fn answer_pings(state: &State) {
    if let Ok(pair) = WebSocketRequestResponsePair::new(PING, PONG) {
        state.set_websocket_auto_response(&pair);
    }
}

/// Answers a closing handshake, without which the other side waits and then sees an abnormal end.
pub(super) fn complete_close(ws: &WebSocket, code: usize) {
    // 1005 and 1006 are what a missing and a broken close are reported as; they may not be sent.
    let may_be_sent = |code: &u16| matches!(code, 1000 | 1001 | 3000..=4999);
    let code = u16::try_from(code).ok().filter(may_be_sent).unwrap_or(1000);
    let _ = ws.close(Some(code), Some(""));
}
