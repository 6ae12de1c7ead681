//! Open consoles: WebSockets that survive the object's hibernation.

use docket_core::target::query_value;
use docket_wire::{LiveMessage, PING, PONG};
use js_sys::JsString;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use worker::{Request, Response, State, WebSocket, WebSocketPair, WebSocketRequestResponsePair};

use super::Open;
use crate::clock;
use crate::failure::Failure;

#[wasm_bindgen]
extern "C" {
    /// A WebSocket, for sending a text that is JavaScript's already.
    type Console;

    #[wasm_bindgen(method, catch)]
    fn send(this: &Console, text: &JsString) -> Result<(), JsValue>;
}

impl Open {
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
        !self.state.get_websockets().is_empty()
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
        let consoles = self.state.get_websockets();
        if consoles.is_empty() {
            return Ok(());
        }
        // Made JavaScript's once, not once for each console.
        let text = JsString::from(serde_json::to_string(message)?);
        for console in consoles {
            // A socket that is closing may still be listed. Its console comes back and asks for what it missed.
            let _ = console.as_ref().unchecked_ref::<Console>().send(&text);
        }
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
