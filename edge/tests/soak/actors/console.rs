//! A console: it follows the live updates, loses its connection, and continues where it was.

use std::time::Duration;

use docket_wire::LiveMessage;
use futures_util::StreamExt;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::Actor;
use crate::harness::PROJECT;
use crate::shared_state::{SharedState, Who};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long a turn reads.
const TURN: Duration = Duration::from_millis(300);

pub(crate) struct Console {
    who: Who,
    socket: Option<Socket>,
    /// The revision that the messages so far lead to.
    pub(crate) revision: Option<u64>,
}

impl Console {
    pub(crate) fn of(who: Who) -> Self {
        Self { who, socket: None, revision: None }
    }

    /// The next message; `None` if the connection broke, could not be opened, or has no message within `patience`.
    pub(crate) async fn next(&mut self, shared: &SharedState, patience: Duration) -> Option<LiveMessage> {
        if self.socket.is_none() {
            self.socket = timeout(patience, connect(shared, &self.who, self.revision)).await.ok().flatten();
        }
        let Ok(next) = timeout(patience, self.socket.as_mut()?.next()).await else { return None };
        let Some(Ok(Message::Text(text))) = next else {
            self.socket = None;
            return None;
        };
        let message = LiveMessage::from_json(&text).unwrap();
        shared.record.count("live messages");
        if let Err(fault) = self.follow(&message) {
            shared.record.violation(format!("a console at {:?}: {fault}", self.revision));
            self.socket = None;
            self.revision = None;
        }
        Some(message)
    }

    /// Applies a message: revisions neither skip nor go back.
    fn follow(&mut self, message: &LiveMessage) -> Result<(), String> {
        match message {
            LiveMessage::Snapshot(snapshot) => {
                if self.revision.is_some_and(|before| snapshot.revision < before) {
                    return Err(format!("a snapshot of revision {}", snapshot.revision));
                }
                self.revision = Some(snapshot.revision);
            }
            LiveMessage::Changes { since, revision, events, .. } => {
                let seen: Vec<u64> = events.iter().map(|event| event.revision).collect();
                if self.revision != Some(*since) || seen != (since + 1..=*revision).collect::<Vec<_>>() {
                    return Err(format!("changes from {since} to {revision}: {seen:?}"));
                }
                self.revision = Some(*revision);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Actor for Console {
    async fn turn(&mut self, shared: &SharedState, rng: &mut StdRng) {
        let end = tokio::time::Instant::now() + TURN;
        while tokio::time::Instant::now() < end {
            if self.next(shared, TURN).await.is_none() {
                return;
            }
            if rng.random_range(0..60) == 0 {
                shared.record.count("reconnects");
                self.socket = None;
            }
        }
    }
}

async fn connect(shared: &SharedState, who: &Who, since: Option<u64>) -> Option<Socket> {
    let url = shared.url();
    let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
    let address = format!("{}/api/projects/{PROJECT}/live{since}", url.replace("http://", "ws://"));
    let mut request = address.into_client_request().unwrap();
    let headers = request.headers_mut();
    match who {
        Who::Program(program) => {
            headers.insert("Authorization", format!("Bearer {}", program.token()).parse().unwrap());
        }
        Who::Person(cookie) => {
            headers.insert("Cookie", cookie.parse().unwrap());
            headers.insert("Origin", url.parse().unwrap());
        }
    }
    Some(tokio_tungstenite::connect_async(request).await.ok()?.0)
}
