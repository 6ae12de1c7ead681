//! WebSockets end with the session that opened them.

use std::time::{SystemTime, UNIX_EPOCH};

use docket_core::auth::session::{LIFETIME_MS, Session};
use docket_wire::{CallerName, PING, PONG, UnixMs};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::harness::{
    ADA, OTHER_PROJECT, Options, PASSPHRASE, PROJECT, World, answer, cookie_for, cookie_of, run,
};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) async fn connect(world: &World, project: &str, cookie: &str) -> Result<Socket, Error> {
    let url = format!("{}/api/projects/{project}/live", world.worker.url.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("Cookie", cookie.parse().unwrap());
    request.headers_mut().insert("Origin", world.worker.url.parse().unwrap());
    Ok(connect_async(request).await?.0)
}

/// The code with which the Worker closes a socket.
pub(crate) async fn close_code(mut socket: Socket) -> Option<u16> {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(frame) = message {
            return frame.map(|frame| frame.code.into());
        }
    }
    None
}

pub(crate) async fn is_open(socket: &mut Socket) -> bool {
    socket.send(Message::text(PING)).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        match message {
            Message::Text(text) if text.as_str() == PONG => return true,
            Message::Close(_) => return false,
            _ => {}
        }
    }
    false
}

#[test]
fn signing_out_closes_the_sockets_of_the_session_in_all_projects() {
    run(async {
        let world = World::start(Options::default()).await;
        let ended = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let other = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let mut sockets = Vec::new();
        for project in [PROJECT, OTHER_PROJECT, PROJECT] {
            sockets.push(connect(&world, project, &ended).await.unwrap());
        }
        let mut stays = connect(&world, PROJECT, &other).await.unwrap();

        let out = answer(world.browser(Method::DELETE, "/api/session").header("Cookie", &ended)).await;
        assert_eq!(out.status, 204, "{out:?}");
        for socket in sockets {
            assert_eq!(close_code(socket).await, Some(4001));
        }
        assert!(is_open(&mut stays).await, "another session of the same person");
        assert!(connect(&world, PROJECT, &ended).await.is_err());
    });
}

#[test]
fn a_socket_ends_when_its_session_expires() {
    run(async {
        let world = World::start(Options::default()).await;
        // The first request takes longer than the others.
        let cookie = cookie_of(&world.sign_in(ADA, PASSPHRASE).await);
        let mut stays = connect(&world, PROJECT, &cookie).await.unwrap();
        let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
        let begun = Session::begin([9; 16], CallerName(ADA.into()), UnixMs(now + 12_000 - LIFETIME_MS));
        let cookie = cookie_for(&begun.renewed(UnixMs(now)).unwrap());
        let expires_soon = connect(&world, PROJECT, &cookie).await.unwrap();
        // Nothing happens in the project, so only the alarm can close it.
        assert_eq!(close_code(expires_soon).await, Some(4001));
        assert!(is_open(&mut stays).await);
    });
}
