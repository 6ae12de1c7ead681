//! Bodies that are slow, incomplete, huge or missing.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};

use crate::service::SimService;

/// Number of pieces of a slow response.
const SLOW_PIECES: usize = 20;
const HUGE_BYTES: usize = 64 << 20;
const HUGE_CHUNK_BYTES: usize = 64 << 10;
/// Lets the first half reach the client before the connection closes.
const CUT_DELAY: Duration = Duration::from_millis(50);

/// Marks a response without a byte: the connection closes first.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) struct Dropped;

/// No response: the body fails at once, so the server closes the connection before it sends the head.
pub(super) fn dropped() -> Response {
    let body = Body::from_stream(stream::once(async { Err::<Bytes, _>(cut()) }));
    let mut response = ([(header::CONTENT_LENGTH, "1")], body).into_response();
    response.extensions_mut().insert(Dropped);
    response
}

/// Half of `text`, with the length of the whole.
pub(super) fn truncated(status: StatusCode, text: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_LENGTH, text.len().to_string()),
    ];
    let half = text.slice(..text.len() / 2);
    let rest = stream::once(async {
        tokio::time::sleep(CUT_DELAY).await;
        Err(cut())
    });
    (status, headers, Body::from_stream(stream::once(async { Ok(half) }).chain(rest))).into_response()
}

/// All of `text`, spread over `duration`.
pub(super) fn slow(service: &Arc<SimService>, duration: Duration, text: Bytes) -> Body {
    let pieces = u32::try_from(SLOW_PIECES).unwrap_or(u32::MAX);
    let (service, pause) = (Arc::clone(service), duration / pieces);
    let piece_bytes = text.len().div_ceil(SLOW_PIECES).max(1);
    Body::from_stream(stream::unfold((service, text), move |(service, mut rest)| async move {
        if rest.is_empty() {
            return None;
        }
        service.pause(pause).await;
        let piece = rest.split_to(piece_bytes.min(rest.len()));
        Some((Ok::<_, Infallible>(piece), (service, rest)))
    }))
}

/// The object `text` with a very long string in an extra field.
pub(super) fn huge(text: &str) -> Body {
    let open = text.strip_suffix('}').unwrap_or(text);
    let head = Bytes::from(format!("{open},\"extra\":\""));
    let filler = Bytes::from(vec![b'x'; HUGE_CHUNK_BYTES]);
    let fillers = std::iter::repeat_n(filler, HUGE_BYTES / HUGE_CHUNK_BYTES);
    let chunks = std::iter::once(head).chain(fillers).chain([Bytes::from_static(b"\"}")]);
    Body::from_stream(stream::iter(chunks.map(Ok::<_, Infallible>)))
}

fn cut() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "cut by a fault")
}
