//! The live stream: a WebSocket that is checked with pings when it is silent, and opened again when it fails.

mod backoff;
mod feed;

use docket_wire::{LiveMessage, PING, ProjectId};
use futures::channel::mpsc::UnboundedReceiver;
use futures::future::{Either, select};
use futures::stream::SplitStream;
use futures::{SinkExt, StreamExt};
use gloo_net::websocket::Message;
use gloo_net::websocket::futures::WebSocket;
use gloo_timers::future::TimeoutFuture;

use self::backoff::{attempt_after, delay_ms};
use super::Jobs;
use super::connection::ConnectionState;
use super::store::JobStore;
use crate::browser::{clock, page};
use crate::paths::Endpoint;

/// The console pings the edge after this long without a message.
const PING_AFTER_MS: u32 = 25_000;
/// Without a response to a ping for this long, the connection counts as lost.
const PONG_WITHIN_MS: u32 = 10_000;

/// What ends a wait for the next message.
enum Received {
    Text(String),
    Timeout,
    Woken,
    Closed,
}

/// Keeps the stream open until the future is dropped. A message on `wakes` skips the delay before the next attempt, or
/// has an open connection pinged.
pub(super) async fn run(jobs: Jobs, project: ProjectId, mut wakes: UnboundedReceiver<()>) {
    let has_jobs = move || jobs.with_untracked(JobStore::is_loaded);
    let mut attempt = 0;
    loop {
        if !page::is_online() {
            jobs.set_connection(ConnectionState::Offline);
            wakes.next().await;
            continue;
        }
        // The page requests the jobs in parallel with the app's module. The stream then begins with what changed since.
        let is_first = !has_jobs() && attempt == 0;
        let opened_ms = clock::now_ms();
        if !is_first && stream(jobs, &project, &mut wakes).await {
            attempt = attempt_after(attempt, clock::now_ms() - opened_ms);
        // Plain requests may work where WebSockets do not, and their errors say what is wrong.
        } else if !jobs.refresh(&project).await {
            // Only a person asks again for a project that does not exist.
            wakes.next().await;
            attempt = 0;
            continue;
        } else if is_first && has_jobs() {
            continue;
        }
        jobs.set_connection(if page::is_online() {
            ConnectionState::Reconnecting
        } else {
            ConnectionState::Offline
        });
        let delay = TimeoutFuture::new(delay_ms(attempt, clock::random()));
        attempt = attempt.saturating_add(1);
        if let Either::Right(_) = select(delay, wakes.next()).await {
            attempt = 0;
        }
    }
}

/// Applies messages until the connection is lost. Returns whether it applied any.
async fn stream(jobs: Jobs, project: &ProjectId, wakes: &mut UnboundedReceiver<()>) -> bool {
    let revision = jobs.with_untracked(JobStore::revision);
    let url = page::socket_url(&Endpoint::Live(project, revision).to_string());
    let Ok(socket) = WebSocket::open(&url) else { return false };
    let (mut write, mut read) = socket.split();
    let mut has_applied = false;
    let mut is_pinged = false;
    loop {
        let timeout_ms = if is_pinged { PONG_WITHIN_MS } else { PING_AFTER_MS };
        match receive(&mut read, wakes, timeout_ms).await {
            Received::Text(text) => {
                is_pinged = false;
                // Any other text is a pong, or a kind of message that is newer than this console.
                let Ok(message) = LiveMessage::from_json(&text) else { continue };
                if jobs.apply(message).is_err() {
                    return has_applied;
                }
                has_applied = true;
                jobs.set_connection(ConnectionState::Live);
            }
            Received::Woken if !page::is_online() => return has_applied,
            // Before the first message the connection may not be open, and a ping would wait for that.
            Received::Woken if !has_applied => {}
            Received::Timeout if is_pinged || !has_applied => return has_applied,
            // A laptop that wakes up does not know that its connection is dead.
            Received::Timeout | Received::Woken => {
                is_pinged = true;
                if write.send(Message::Text(PING.to_owned())).await.is_err() {
                    return has_applied;
                }
            }
            Received::Closed => return has_applied,
        }
    }
}

async fn receive(
    read: &mut SplitStream<WebSocket>,
    wakes: &mut UnboundedReceiver<()>,
    timeout_ms: u32,
) -> Received {
    let otherwise = select(wakes.next(), TimeoutFuture::new(timeout_ms));
    match select(read.next(), otherwise).await {
        Either::Left((Some(Ok(Message::Text(text))), _)) => Received::Text(text),
        Either::Left(_) => Received::Closed,
        Either::Right((Either::Left(_), _)) => Received::Woken,
        Either::Right((Either::Right(_), _)) => Received::Timeout,
    }
}
