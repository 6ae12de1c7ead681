//! Two hundred consoles of one project.

use std::time::{Duration, Instant};

use docket_wire::LiveMessage;
use futures_util::StreamExt;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::actors::Socket;
use crate::harness::{self, PROJECT, Program, World, answer};

const CONSOLES: usize = 200;
const CHANGES: usize = 60;
/// Bytes of the longest message.
const MESSAGE_MAX: usize = 1024 * 1024;
/// What the consoles may add to the memory of workerd, in MiB: half of what an object has.
const GROWTH_MAX_MIB: u64 = 64;
const PATIENCE: Duration = Duration::from_secs(60);

async fn connect(world: &World, since: Option<u64>) -> Socket {
    let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
    let url = world.worker.url.replace("http://", "ws://");
    let mut request = format!("{url}/api/projects/{PROJECT}/live{since}").into_client_request().unwrap();
    let token = format!("Bearer {}", Program::JobsRead.token());
    request.headers_mut().insert("Authorization", token.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// Follows the messages to a revision. Returns the bytes of the longest.
async fn follow(socket: &mut Socket, mut at: Option<u64>, to: u64) -> usize {
    let mut longest = 0;
    while at.is_none_or(|at| at < to) {
        let next = timeout(PATIENCE, socket.next()).await.expect("a console got no further change");
        let Message::Text(text) = next.unwrap().unwrap() else { continue };
        longest = longest.max(text.len());
        match LiveMessage::from_json(&text).unwrap() {
            LiveMessage::Snapshot(snapshot) => at = Some(snapshot.revision),
            LiveMessage::Changes { since, revision, .. } => {
                assert_eq!(Some(since), at, "a console missed a message");
                at = Some(revision);
            }
            _ => {}
        }
    }
    longest
}
