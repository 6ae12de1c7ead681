//! The WebSockets of an object. They survive its hibernation, and end with the session or token that opened them.

use docket_core::auth::credential::{Credential, SOCKET_AUTHORIZED_MS, caller_tag, valid_fingerprints};
use docket_core::settings::Settings;
use docket_wire::{CallerName, PING, PONG, UnixMs};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use worker::{State, WebSocket, WebSocketRequestResponsePair};

use crate::platform::clock;

#[wasm_bindgen(inline_js = "
// The attachment of a socket is its version, the fingerprint of the credential, the first moment at which that is no longer
// valid, or null, and the first moment at which nothing more is sent. It survives deployments, so the version changes with its
// members.
const VERSION = 2;
const attachment = (socket) => {
    const found = socket.deserializeAttachment();
    return found?.v === VERSION ? found : null;
};
const close = (socket, reason = 'the session or token has ended') => socket.close(4001, reason);
// One that another release attached counts as expired: its console connects again, and gets an attachment of this release.
const has_expired = (found, now) => found === null || (found.until !== null && found.until <= now);
export function accept(state, socket, tag, caller, fingerprint, until, sendsUntil) {
    state.acceptWebSocket(socket, [tag, caller]);
    socket.serializeAttachment({ v: VERSION, fingerprint, until: until ?? null, sendsUntil });
}
export function close_except(state, fingerprints) {
    for (const socket of state.getWebSockets()) {
        try { if (!fingerprints.includes(attachment(socket)?.fingerprint)) close(socket); } catch {}
    }
}
export function send_to_all(state, text, now, tag) {
    for (const socket of state.getWebSockets(tag)) {
        // A closing socket may still be listed. Its console reconnects and gets what it missed.
        try {
            const found = attachment(socket);
            if (has_expired(found, now)) close(socket);
            else if (found.sendsUntil <= now) close(socket, 'connect again');
            else socket.send(text);
        } catch {}
    }
}
export function close_tagged(state, tag) {
    for (const socket of state.getWebSockets(tag)) {
        try { close(socket); } catch {}
    }
}
export function close_expired(state, now) {
    let next;
    for (const socket of state.getWebSockets()) {
        try {
            if (socket.readyState !== 1) continue;
            const found = attachment(socket);
            if (has_expired(found, now)) { close(socket); continue; }
            if (found.until !== null && !(next <= found.until)) next = found.until;
        } catch {}
    }
    return next;
}
export function count_sockets(state, tag) { return state.getWebSockets(tag).length; }
")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn accept(
        state: &JsValue,
        socket: &JsValue,
        tag: &str,
        caller: &str,
        fingerprint: &str,
        until: Option<f64>,
        sends_until: f64,
    ) -> Result<(), JsValue>;
    fn close_except(state: &JsValue, fingerprints: Vec<String>);
    /// Sends one text to all sockets, or to those with a tag: a loop in Rust would cross into JavaScript several times for each
    /// socket.
    fn send_to_all(state: &JsValue, text: &str, now: f64, tag: Option<&str>);
    fn close_tagged(state: &JsValue, tag: &str);
    fn close_expired(state: &JsValue, now: f64) -> Option<f64>;
    fn count_sockets(state: &JsValue, tag: Option<&str>) -> u32;
}

/// The sockets of an object, including those that were opened before the object was last rebuilt.
pub(crate) struct Sockets(JsValue);

impl Sockets {
    /// The sockets of an object. Pings are answered without waking it.
    pub(crate) fn new(state: &State) -> Self {
        if let Ok(pair) = WebSocketRequestResponsePair::new(PING, PONG) {
            state.set_websocket_auto_response(&pair);
        }
        Self(state.as_raw().into())
    }

    /// Accepts a socket of a caller, until its credential is no longer valid. `caller` is a [`caller_tag`].
    pub(crate) fn accept(
        &self,
        socket: &WebSocket,
        Credential { tag, fingerprint, valid_until }: &Credential,
        caller: &str,
    ) -> Result<(), JsValue> {
        let sends_until = to_js(clock::now().plus_ms(SOCKET_AUTHORIZED_MS));
        accept(&self.0, socket.as_ref(), tag, caller, fingerprint, valid_until.map(to_js), sends_until)
    }

    /// The number of sockets. A closing one may still be counted.
    pub(crate) fn count(&self) -> u32 {
        count_sockets(&self.0, None)
    }

    /// The number of sockets with a tag. A closing one may still be counted.
    pub(crate) fn count_tagged(&self, tag: &str) -> u32 {
        count_sockets(&self.0, Some(tag))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Sends a text to every socket whose credential is valid and was checked of late, or only to those of a caller, and closes the
    /// others of them.
    pub(crate) fn send(&self, text: &str, to: Option<&CallerName>) {
        send_to_all(&self.0, text, to_js(clock::now()), to.map(caller_tag).as_deref());
    }

    /// Closes the sockets of the accounts and tokens that the settings no longer have unchanged.
    pub(crate) fn close_revoked(&self, settings: &Settings) {
        if !self.is_empty() {
            close_except(&self.0, valid_fingerprints(settings.callers()));
        }
    }

    /// Closes all sockets, because a restore replaces what their consoles show.
    pub(crate) fn close_all(&self) {
        close_except(&self.0, Vec::new());
    }

    /// Closes the sockets that a credential opened.
    pub(crate) fn close(&self, tag: &str) {
        close_tagged(&self.0, tag);
    }

    /// Closes the sockets whose credential has expired. Returns when the next one expires.
    pub(crate) fn close_expired(&self) -> Option<UnixMs> {
        // Whole milliseconds since 1970 are exact in an f64, and the cast saturates.
        #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
        close_expired(&self.0, to_js(clock::now())).map(|next| UnixMs(next as i64))
    }
}

/// Moments are smaller than 2^53, and so exact.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn to_js(moment: UnixMs) -> f64 {
    moment.0 as f64
}

/// Completes a closing handshake. Without it, the client waits and then reports an abnormal closure.
pub(crate) fn complete_close(ws: &WebSocket, code: usize) {
    // 1005 and 1006 report a missing and a broken close frame. They cannot be sent.
    let is_sendable = |code: &u16| matches!(code, 1000 | 1001 | 3000..=4999);
    let code = u16::try_from(code).ok().filter(is_sendable).unwrap_or(1000);
    let _ = ws.close(Some(code), Some(""));
}
