//! The WebSockets of an object. They survive its hibernation.

use docket_wire::{PING, PONG};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use worker::worker_sys::DurableObjectState;
use worker::{State, WebSocket, WebSocketRequestResponsePair};

#[wasm_bindgen(inline_js = "
export function send_to_all(state, text) {
    for (const socket of state.getWebSockets()) {
        // A closing socket may still be listed. Its console reconnects and gets what it missed.
        try { socket.send(text); } catch {}
    }
}
export function has_sockets(state) { return state.getWebSockets().length > 0; }
")]
extern "C" {
    /// Sends one text to all sockets: a loop in Rust would cross into JavaScript several times for each socket.
    fn send_to_all(state: &JsValue, text: &str);
    fn has_sockets(state: &JsValue) -> bool;
}

/// The sockets of an object, including those that were opened before the object was last rebuilt.
pub(super) struct Sockets(JsValue);

impl Sockets {
    /// The sockets of a state, and the state. Pings are answered without waking the object.
    pub(super) fn of(state: State) -> (Self, State) {
        if let Ok(pair) = WebSocketRequestResponsePair::new(PING, PONG) {
            state.set_websocket_auto_response(&pair);
        }
        let raw = JsValue::from(state._inner());
        (Self(raw.clone()), State::from(raw.unchecked_into::<DurableObjectState>()))
    }

    pub(super) fn is_empty(&self) -> bool {
        !has_sockets(&self.0)
    }

    pub(super) fn send(&self, text: &str) {
        send_to_all(&self.0, text);
    }
}

/// Completes a closing handshake. Without it, the client waits and then reports an abnormal closure.
pub(super) fn complete_close(ws: &WebSocket, code: usize) {
    // 1005 and 1006 report a missing and a broken close frame. They cannot be sent.
    let is_sendable = |code: &u16| matches!(code, 1000 | 1001 | 3000..=4999);
    let code = u16::try_from(code).ok().filter(is_sendable).unwrap_or(1000);
    let _ = ws.close(Some(code), Some(""));
}
