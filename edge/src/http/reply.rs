//! Responses, before they become the runtime's.

use std::fmt;

use docket_wire::{STALE_HEADER, UnixMs};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Headers, ReadableStream, ResponseInit};
use worker::ResponseBuilder;

use crate::http::headers::{REQUEST_ID_HEADER, common, to_lines};
use crate::platform::clock;

#[wasm_bindgen(inline_js = "
const set = (headers, lines) => {
    const texts = lines.split('\\n');
    for (let at = 0; at + 1 < texts.length; at += 2) headers.set(texts[at], texts[at + 1]);
};
let always;
export function set_common_headers(lines) {
    always = new Headers();
    set(always, lines);
}
export function headers_of(lines) {
    const headers = new Headers(always);
    set(headers, lines);
    return headers;
}
")]
extern "C" {
    /// Keeps the headers of every complete response, as lines.
    fn set_common_headers(lines: &str);
    /// Those headers and others: each call from Rust would cost as much as the header that it sets.
    #[wasm_bindgen(catch)]
    fn headers_of(lines: &str) -> Result<Headers, JsValue>;
}

/// Prepares an instance.
pub(crate) fn prepare() {
    set_common_headers(&to_lines(common()));
}

/// A response of Docket's own.
#[derive(Debug)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: ReplyBody,
}

#[derive(Debug)]
enum ReplyBody {
    Empty,
    Text(String),
    /// It is generated while the client reads it.
    Stream(ReadableStream),
}

impl Reply {
    pub(crate) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: ReplyBody::Empty }
    }

    /// The response to a client that has the response with this tag.
    pub(crate) fn not_modified(tag: String) -> Self {
        Self::empty(304).header("ETag", tag)
    }

    /// A body without `Content-Type`, for the caller to add.
    pub(crate) fn text(status: u16, body: String) -> Self {
        Self { body: ReplyBody::Text(body), ..Self::empty(status) }
    }

    /// A body that already is JSON.
    pub(crate) fn json_text(status: u16, body: String) -> Self {
        Self::text(status, body).header("Content-Type", "application/json")
    }

    /// A body that is generated while the client reads it.
    pub(crate) fn stream(stream: ReadableStream) -> Self {
        Self { body: ReplyBody::Stream(stream), ..Self::empty(200) }
    }

    pub(crate) fn json(status: u16, value: &impl Serialize) -> Self {
        Self::of_serialized(status, serde_json::to_string(value))
    }

    /// Not generic and not inlined, so that the Worker has this code only once.
    #[inline(never)]
    fn of_serialized(status: u16, body: serde_json::Result<String>) -> Self {
        match body {
            Ok(body) => Self::json_text(status, body),
            // Only maps without text keys cannot be serialized, and no message has one.
            Err(_) => Self::empty(500),
        }
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }

    /// Adds the headers that state the age of what the service sent at a moment, and whether it is stale.
    pub(crate) fn aged(self, sent_at: UnixMs, is_stale: bool) -> Self {
        let reply = self.header("Age", clock::now().since_ms(sent_at).max(0) / 1000);
        if is_stale { reply.header(STALE_HEADER, 1) } else { reply }
    }

    /// The same, if the response has data.
    pub(crate) fn aged_if_known(self, sent_at: Option<UnixMs>, is_stale: bool) -> Self {
        match sent_at {
            Some(sent_at) => self.aged(sent_at, is_stale),
            None => self,
        }
    }

    /// The runtime's response.
    pub(crate) fn into_raw(self) -> Result<web_sys::Response, JsValue> {
        let headers = Headers::new()?;
        for (name, value) in &self.headers {
            headers.append(name, value)?;
        }
        let init = ResponseInit::new();
        init.set_status(self.status);
        init.set_headers_headers(&headers);
        match &self.body {
            ReplyBody::Empty => web_sys::Response::new_with_opt_str_and_init(None, &init),
            ReplyBody::Text(text) => web_sys::Response::new_with_opt_str_and_init(Some(text), &init),
            ReplyBody::Stream(stream) => {
                web_sys::Response::new_with_opt_readable_stream_and_init(Some(stream), &init)
            }
        }
    }

    /// The response of a Durable Object to a request, as it leaves the Worker.
    pub(crate) fn complete(self, request_id: &str) -> Result<worker::Response, JsValue> {
        let own = self.headers.iter().map(|(name, value)| (*name, value.as_str()));
        let headers = headers_of(&to_lines(own.chain([(REQUEST_ID_HEADER, request_id)])))?;
        let response = ResponseBuilder::new().with_status(self.status).with_headers(worker::Headers(headers));
        // The SDK builds the runtime's response. It would read one that is built here as a stream, and build it again.
        Ok(match self.body {
            ReplyBody::Empty => response.empty(),
            ReplyBody::Text(text) => response.fixed(text.into_bytes()),
            ReplyBody::Stream(stream) => response.stream(stream),
        })
    }

    /// The response of a Durable Object to a message.
    pub(crate) fn into_response(self) -> worker::Result<worker::Response> {
        Ok(self.into_raw()?.into())
    }
}
