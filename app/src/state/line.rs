//! The line to the edge: a WebSocket that is listened to, asked whether it is alive, and opened again when it is not.

use docket_wire::{LiveMessage, PING};
use futures::channel::mpsc::UnboundedReceiver;
use futures::future::{Either, select};
use futures::stream::SplitStream;
use futures::{SinkExt, StreamExt};
use gloo_net::websocket::Message;
use gloo_net::websocket::futures::WebSocket;
use gloo_timers::future::TimeoutFuture;

use super::backoff::delay_ms;
use super::ledger::Feed;
use crate::browser::{clock, page};
use crate::paths::Endpoint;

/// How the line to the edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// Being opened for the first time.
    Connecting,
    /// What is shown is what is.
    Live,
    /// Cut; being opened again.
    Reconnecting,
    /// The browser has no line at all.
    Offline,
}

/// After this long without a word, the edge is asked whether it is there.
const PING_AFTER_MS: u32 = 25_000;
/// After this long without an answer to that, the line counts as dead.
const PONG_WITHIN_MS: u32 = 10_000;

/// What can happen while listening.
enum Heard {
    Text(String),
    Silence,
    Woken,
    Closed,
}

/// Keeps a line open until it is dropped. `wakes` says when it is worth trying at once.
pub(crate) async fn keep(feed: Feed, mut wakes: UnboundedReceiver<()>) {
    let mut attempt = 0;
    loop {
        if !page::is_online() {
            feed.set_line(Line::Offline);
            wakes.next().await;
            continue;
        }
        if listen(&feed, &mut wakes).await {
            attempt = 0;
        } else {
            // Plain requests may still come through, and they say what is wrong if they do not.
            feed.refresh().await;
        }
        feed.set_line(if page::is_online() { Line::Reconnecting } else { Line::Offline });
        let delay = TimeoutFuture::new(delay_ms(attempt, clock::random()));
        attempt = attempt.saturating_add(1);
        if let Either::Right(_) = select(delay, wakes.next()).await {
            attempt = 0;
        }
    }
}

/// Listens until the line is cut; whether anything was understood.
async fn listen(feed: &Feed, wakes: &mut UnboundedReceiver<()>) -> bool {
    let url = page::socket_url(&Endpoint::Live(feed.project(), feed.revision()).to_string());
    let Ok(socket) = WebSocket::open(&url) else { return false };
    let (mut write, mut read) = socket.split();
    let mut was_understood = false;
    let mut awaits_pong = false;
    loop {
        let wait_ms = if awaits_pong { PONG_WITHIN_MS } else { PING_AFTER_MS };
        match hear(&mut read, wakes, wait_ms).await {
            Heard::Text(text) => {
                awaits_pong = false;
                // What is no message is a pong, or a kind that is newer than this console.
                let Ok(message) = LiveMessage::from_json(&text) else { continue };
                if feed.take_in(message).is_err() {
                    return was_understood;
                }
                was_understood = true;
                feed.set_line(Line::Live);
            }
            Heard::Woken if !page::is_online() => return was_understood,
            Heard::Silence if awaits_pong => return was_understood,
            // A laptop that was asleep does not know that its line is dead: ask.
            Heard::Silence | Heard::Woken => {
                awaits_pong = true;
                if write.send(Message::Text(PING.to_owned())).await.is_err() {
                    return was_understood;
                }
            }
            Heard::Closed => return was_understood,
        }
    }
}

async fn hear(read: &mut SplitStream<WebSocket>, wakes: &mut UnboundedReceiver<()>, wait_ms: u32) -> Heard {
    let otherwise = select(wakes.next(), TimeoutFuture::new(wait_ms));
    match select(read.next(), otherwise).await {
        Either::Left((Some(Ok(Message::Text(text))), _)) => Heard::Text(text),
        Either::Left(_) => Heard::Closed,
        Either::Right((Either::Left(_), _)) => Heard::Woken,
        Either::Right((Either::Right(_), _)) => Heard::Silence,
    }
}
