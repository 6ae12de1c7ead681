//! Whatever the service does, the caller gets an answer in the one shape, in time.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Program, TIMEOUT, World, answer, fault_project, run, shared};

/// What the Worker needs beyond the time that it gives the service.
const SLACK: Duration = Duration::from_secs(4);

async fn timed(request: reqwest::RequestBuilder) -> Answer {
    let start = Instant::now();
    let answer = answer(request).await;
    assert!(start.elapsed() < TIMEOUT + SLACK, "took {:?}: {answer:?}", start.elapsed());
    answer
}

async fn visitors(world: &World, fault: &str) -> Answer {
    let path = format!("/v1/analytics/{}/visitors?limit=5", fault_project(fault));
    timed(world.program(Program::VisitorsRead, Method::GET, &path)).await
}

async fn create(world: &World, fault: &str) -> Answer {
    let path = format!("/v2/agent/{}/job", fault_project(fault));
    let prompt = json!({ "prompt": "Fix the typo on the front page" });
    timed(world.program(Program::JobsWrite, Method::POST, &path).json(&prompt)).await
}

async fn look(world: &World, fault: &str) -> Answer {
    let path = format!("/v2/agent/{}/job/job-{fault}", fault_project(fault));
    timed(world.program(Program::JobsRead, Method::GET, &path)).await
}

/// Faults, and what becomes of them: for a request that only looks, and for one that creates. Where the service may
/// have acted, the outcome of a create is unknown.
type Line = (&'static str, (u16, &'static str), (u16, &'static str));

const UNKNOWN: (u16, &str) = (502, "outcome_unknown");

const TABLE: &[Line] = &[
    ("400", (400, "service_rejected"), (400, "service_rejected")),
    ("401", (502, "service_rejected_key"), (502, "service_rejected_key")),
    ("403", (502, "service_rejected_key"), (502, "service_rejected_key")),
    ("409", (409, "service_rejected"), (409, "service_rejected")),
    ("422", (422, "service_rejected"), (422, "service_rejected")),
    ("500", (502, "service_failed"), UNKNOWN),
    ("500-text", (502, "service_failed"), UNKNOWN),
    ("502-html", (502, "service_failed"), UNKNOWN),
    ("503", (502, "service_failed"), UNKNOWN),
    ("503-empty", (502, "service_failed"), UNKNOWN),
    ("429", (429, "service_throttled"), (429, "service_throttled")),
    ("429-date", (429, "service_throttled"), (429, "service_throttled")),
    ("429-bare", (429, "service_throttled"), (429, "service_throttled")),
    ("redirect", (502, "service_bad_answer"), (502, "service_bad_answer")),
    ("echo-error", (502, "service_failed"), UNKNOWN),
    ("drop", (502, "service_unreachable"), UNKNOWN),
    ("timeout_10s", (504, "service_timeout"), UNKNOWN),
    ("slow-bytes_10s", (504, "service_timeout"), UNKNOWN),
    ("truncated", (502, "service_bad_answer"), UNKNOWN),
    ("huge", (502, "service_bad_answer"), UNKNOWN),
    ("deep", (502, "service_bad_answer"), UNKNOWN),
    ("200", (502, "service_bad_answer"), UNKNOWN),
    ("200-html", (502, "service_bad_answer"), UNKNOWN),
    ("200-empty", (502, "service_bad_answer"), UNKNOWN),
];

#[test]
fn visitors_in_trouble() {
    run(async {
        let world = shared().await;
        join_all(TABLE.iter().map(|(fault, (status, code), _)| async move {
            visitors(world, fault).await.is_problem_of(fault, *status, code);
        }))
        .await;
        visitors(world, "404").await.is_problem(404, "service_rejected");
        for fault in ["missing-fields", "null-fields"] {
            visitors(world, fault).await.is_problem(502, "service_bad_answer");
        }
    });
}

#[test]
fn creates_in_trouble() {
    run(async {
        let world = shared().await;
        join_all(TABLE.iter().map(|(fault, _, (status, code))| async move {
            let answer = create(world, fault).await;
            answer.is_problem_of(fault, *status, code);
            assert!(answer.problem().submission_id.is_some(), "the prompt is not kept: {answer:?}");
        }))
        .await;
        create(world, "404").await.is_problem(404, "service_rejected");
        create(world, "hostile-id").await.is_problem(502, "outcome_unknown");
    });
}

#[test]
fn looks_in_trouble() {
    run(async {
        let world = shared().await;
        // A job that does not exist is 404 before its answer can be altered.
        let alters = ["truncated", "slow-bytes_10s", "huge", "deep"];
        let lines = TABLE.iter().filter(|(fault, ..)| !alters.contains(fault));
        join_all(lines.map(|(fault, (status, code), _)| async move {
            look(world, fault).await.is_problem_of(fault, *status, code);
        }))
        .await;
        look(world, "404").await.is_problem(404, "unknown_job");
    });
}

#[test]
fn odd_answers_that_will_do() {
    run(async {
        let world = shared().await;
        for fault in ["unknown-fields", "wrong-type", "not-utf8"] {
            let answer = visitors(world, fault).await;
            assert_eq!(
                (answer.status, answer.header("Content-Type")),
                (200, Some("application/json")),
                "{answer:?}"
            );
            assert!(answer.json()["totals"]["human"].is_u64());
        }
        for fault in
            ["unknown-fields", "unknown-status", "missing-fields", "null-fields", "wrong-type", "not-utf8"]
        {
            let answer = create(world, fault).await;
            assert!((200..300).contains(&answer.status), "{fault}: {answer:?}");
            assert!(answer.json()["id"].is_string(), "{fault}: {answer:?}");
        }
        let fields = |answer: Answer| answer.json().as_object().unwrap().len();
        assert!(fields(create(world, "unknown-fields").await) > fields(create(world, "wrong-type").await));
        assert!(
            fields(visitors(world, "unknown-fields").await) > fields(visitors(world, "wrong-type").await)
        );
        assert_eq!(create(world, "unknown-status").await.json()["status"], "waiting_for_review");
    });
}

#[test]
fn nobody_is_listening() {
    run(async {
        // A port that was free a moment ago.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let vars = vec![("DOCKET_UPSTREAM", Some(format!("http://127.0.0.1:{port}/prefix")))];
        let world = World::start(crate::harness::Options { vars }).await;
        let path = "/v1/analytics/acme-docs/visitors";
        timed(world.program(Program::VisitorsRead, Method::GET, path))
            .await
            .is_problem(502, "service_unreachable");
    });
}
