//! Consoles: a snapshot, every change after it, and after a disconnect exactly the changes that were missed.

use std::collections::BTreeSet;
use std::path::Path;

use docket_sim::ServiceOperation;
use docket_wire::{JobPauses, LiveMessage, PING, PONG, ProblemCode};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::polling::{create, quick, wait};
use crate::harness::{PROJECT, Program, World, answer, contract, run};

pub(super) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(super) async fn connect(world: &World, since: Option<u64>) -> Socket {
    let url = world.worker.url.replace("http://", "ws://");
    let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
    let mut request = format!("{url}/api/projects/{PROJECT}/live{since}").into_client_request().unwrap();
    let token = format!("Bearer {}", Program::JobsRead.token());
    request.headers_mut().insert("Authorization", token.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// The next message that is not an answer to a ping.
pub(super) async fn next(socket: &mut Socket) -> LiveMessage {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) if text.as_str() == PONG => {}
            Message::Text(text) => {
                contract::check_frame(&text);
                return LiveMessage::from_json(&text).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Follows the stream until a job has ended, and returns the revisions that it carried.
pub(super) async fn follow_to_the_end(socket: &mut Socket, mut at: u64, job: &str) -> (u64, BTreeSet<u64>) {
    let mut seen = BTreeSet::new();
    loop {
        if let LiveMessage::Changes { since, revision, events, jobs, .. } = next(socket).await {
            assert_eq!(since, at, "no message was lost");
            seen.extend(events.iter().map(|event| event.revision));
            at = revision;
            if jobs.iter().any(|row| row.id.as_str() == job && row.status.has_ended()) {
                return (at, seen);
            }
        }
    }
}

#[test]
fn a_console_gets_every_change_and_after_a_disconnect_what_it_missed() {
    run(async {
        let world = World::start(quick()).await;
        let mut stays = connect(&world, None).await;
        let LiveMessage::Snapshot(snapshot) = next(&mut stays).await else { panic!("no snapshot") };
        let job = create(&world, "Update the quickstart [sim: never]").await;

        // Another console connects, gets the beginning and disconnects.
        let mut leaves = connect(&world, None).await;
        let LiveMessage::Snapshot(seen) = next(&mut leaves).await else { panic!("no snapshot") };
        assert_eq!(seen.jobs[0].id.as_str(), job);
        drop(leaves);
        assert!(world.sim.end_job(&job, None));

        let (revision, revisions) = follow_to_the_end(&mut stays, snapshot.revision, &job).await;
        let all: BTreeSet<u64> = (snapshot.revision + 1..=revision).collect();
        assert_eq!(revisions, all, "revisions have no gaps");

        let mut returns = connect(&world, Some(seen.revision)).await;
        let LiveMessage::Changes { since, revision: now, events, jobs, .. } = next(&mut returns).await else {
            panic!("no changes")
        };
        assert_eq!((since, now), (seen.revision, revision));
        let missed: Vec<u64> = events.iter().map(|event| event.revision).collect();
        assert_eq!(missed, (seen.revision + 1..=revision).collect::<Vec<_>>(), "exactly what was missed");
        assert!(jobs[0].status.has_ended());
        let LiveMessage::Pauses(pauses) = next(&mut returns).await else { panic!("no pauses") };
        assert_eq!(pauses, JobPauses::default(), "it may know of one that has ended");

        let mut from_elsewhere = connect(&world, Some(1_000_000)).await;
        assert!(matches!(next(&mut from_elsewhere).await, LiveMessage::Snapshot(_)));
    });
}

#[test]
fn an_hour_after_it_was_opened_a_socket_sends_nothing_until_its_caller_is_checked_again() {
    run(async {
        let clock = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/jobs/clock.mjs");
        let world = World::start_beside(&clock).await;
        let set_ahead = async |minutes: u32| {
            let path = format!("/_clock?aheadMs={}", minutes * 60_000);
            assert_eq!(answer(world.request(Method::GET, &path)).await.status, 200);
        };
        let job = create(&world, "Update the quickstart [sim: never]").await;
        let label = async |label: &str| {
            let path = format!("/api/projects/{PROJECT}/jobs/{job}");
            let patch = world.program(Program::Everything, Method::PATCH, &path);
            assert_eq!(answer(patch.json(&json!({ "labels": [label] }))).await.status, 200);
        };
        let mut socket = connect(&world, None).await;
        set_ahead(59).await;
        label("sooner").await;
        let revision = next_with_label(&mut socket, "sooner").await;
        set_ahead(61).await;
        label("later").await;
        loop {
            match socket.next().await.unwrap().unwrap() {
                Message::Text(text) => assert!(!text.contains("later"), "{text}"),
                Message::Close(frame) => {
                    assert_eq!(u16::from(frame.unwrap().code), 4001);
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
        let mut again = connect(&world, Some(revision)).await;
        next_with_label(&mut again, "later").await;
    });
}

/// Follows the stream until a job has a label, and returns the revision.
async fn next_with_label(socket: &mut Socket, label: &str) -> u64 {
    loop {
        if let LiveMessage::Changes { revision, jobs, .. } = next(socket).await
            && jobs.iter().any(|job| job.labels.iter().any(|other| other.as_str() == label))
        {
            return revision;
        }
    }
}

/// The next check of a job: why it failed, if it did.
async fn next_check(socket: &mut Socket) -> Option<ProblemCode> {
    loop {
        if let LiveMessage::Checked { last_error, .. } = next(socket).await {
            return last_error.map(|fault| fault.code);
        }
    }
}

#[test]
fn a_console_learns_why_a_poll_failed_and_that_the_next_one_did_not() {
    run(async {
        let world = World::start(quick()).await;
        let mut socket = connect(&world, None).await;
        world.sim.inject(ServiceOperation::GetJob, "500".parse().unwrap(), 1);
        create(&world, "Update the quickstart [sim: 30s]").await;
        assert_eq!(next_check(&mut socket).await, Some(ProblemCode::ServiceFailed));
        assert_eq!(next_check(&mut socket).await, None);
    });
}

#[test]
fn a_ping_is_answered() {
    run(async {
        let world = crate::harness::shared().await;
        let mut socket = connect(world, None).await;
        socket.send(Message::text(PING)).await.unwrap();
        loop {
            if let Message::Text(text) = socket.next().await.unwrap().unwrap()
                && text.as_str() == PONG
            {
                break;
            }
        }
        socket.close(None).await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Close(frame) = message {
                assert!(frame.is_none_or(|frame| u16::from(frame.code) != 1006), "the close is answered");
            }
        }
    });
}

#[test]
fn open_consoles_cost_the_service_nothing() {
    run(async {
        let world = World::start(quick()).await;
        let mut sockets = Vec::new();
        for _ in 0..50 {
            let mut socket = connect(&world, None).await;
            next(&mut socket).await;
            sockets.push(socket);
        }
        let job = create(&world, "Update the quickstart [sim: 3s]").await;
        while wait(&world, &job).await.json()["status"] == "active" {}
        for socket in &mut sockets {
            follow_to_the_end(socket, 0, &job).await;
        }
        let polls = world.sim.count(docket_sim::ServiceOperation::GetJob);
        assert!(polls <= 15, "{polls} polls for fifty consoles");
    });
}
