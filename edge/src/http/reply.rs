//! Responses, before they become the runtime's.

use std::fmt;

use serde::Serialize;
use wasm_bindgen::JsValue;
use web_sys::{Headers, ReadableStream, ResponseInit};

/// A response of Docket's own.
#[derive(Debug)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Option<String>,
    stream: Option<ReadableStream>,
}

impl Reply {
    /// A response without a body.
    pub(crate) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: None, stream: None }
    }

    /// The response to a client that has the response with this tag.
    pub(crate) fn not_modified(tag: String) -> Self {
        Self::empty(304).header("ETag", tag)
    }

    /// A body whose type a header says.
    pub(crate) fn text(status: u16, body: String) -> Self {
        Self { body: Some(body), ..Self::empty(status) }
    }

    /// A body that already is JSON.
    pub(crate) fn json_text(status: u16, body: String) -> Self {
        Self::text(status, body).header("Content-Type", "application/json")
    }

    /// A body that is generated while the client reads it.
    pub(crate) fn stream(stream: ReadableStream) -> Self {
        Self { stream: Some(stream), ..Self::empty(200) }
    }

    /// A value as JSON.
    pub(crate) fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(body) => Self::json_text(status, body),
            // Only maps without text keys cannot be serialized, and no message has one.
            Err(_) => Self::empty(500),
        }
    }

    /// Adds a header.
    #[must_use]
    pub(crate) fn header(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.headers.push((name, value.to_string()));
        self
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
        match &self.stream {
            Some(_) => web_sys::Response::new_with_opt_readable_stream_and_init(self.stream.as_ref(), &init),
            None => web_sys::Response::new_with_opt_str_and_init(self.body.as_deref(), &init),
        }
    }

    /// The response of a Durable Object.
    pub(crate) fn into_response(self) -> worker::Result<worker::Response> {
        Ok(self.into_raw()?.into())
    }
}
