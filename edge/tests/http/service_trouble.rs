//! Every fault of the service becomes a problem, within the time limit.

use docket_sim::ServiceOperation;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Program, World, answer, fault_project, run, shared};

/// Checks that Docket did not wait for the response of the service, which would have come after ten seconds.
fn gave_up(world: &World, operation: ServiceOperation) {
    let project = fault_project("timeout_10s");
    let requests = world.sim.requests();
    let late: Vec<_> = requests
        .iter()
        .filter(|request| request.operation == Some(operation) && request.path.contains(&project))
        .collect();
    assert!(!late.is_empty() && late.iter().all(|request| request.status.is_none()), "{late:?}");
}

async fn visitors(world: &World, fault: &str) -> Answer {
    let path = format!("/v1/analytics/{}/visitors?limit=5", fault_project(fault));
    answer(world.program(Program::VisitorsRead, Method::GET, &path)).await
}

async fn create(world: &World, fault: &str) -> Answer {
    let path = format!("/v2/agent/{}/job", fault_project(fault));
    let prompt = json!({ "prompt": "Fix the typo on the front page" });
    answer(world.program(Program::JobsWrite, Method::POST, &path).json(&prompt)).await
}

async fn get_job(world: &World, fault: &str) -> Answer {
    let path = format!("/v2/agent/{}/job/job-{fault}", fault_project(fault));
    answer(world.program(Program::JobsRead, Method::GET, &path)).await
}

/// A fault, and the problems of a request that only reads and of one that creates. If the service may have acted, the
/// outcome of a create is unknown.
type FaultRow = (&'static str, (u16, &'static str), (u16, &'static str));

const UNKNOWN: (u16, &str) = (502, "outcome_unknown");

const TABLE: &[FaultRow] = &[
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
fn a_fault_of_the_visitors_operation_is_a_problem() {
    run(async {
        let world = shared().await;
        join_all(TABLE.iter().map(|(fault, (status, code), _)| async move {
            visitors(world, fault).await.is_problem_of(fault, *status, code);
        }))
        .await;
        gave_up(world, ServiceOperation::GetVisitors);
        visitors(world, "404").await.is_problem(404, "service_rejected");
        for fault in ["missing-fields", "null-fields"] {
            visitors(world, fault).await.is_problem(502, "service_bad_answer");
        }
    });
}

#[test]
fn a_fault_of_the_create_operation_is_a_problem_with_its_submission() {
    run(async {
        let world = shared().await;
        join_all(TABLE.iter().map(|(fault, _, (status, code))| async move {
            let answer = create(world, fault).await;
            answer.is_problem_of(fault, *status, code);
            assert!(answer.problem().submission_id.is_some(), "the prompt is not stored: {answer:?}");
        }))
        .await;
        gave_up(world, ServiceOperation::CreateJob);
        create(world, "404").await.is_problem(404, "service_rejected");
        create(world, "hostile-id").await.is_problem(502, "outcome_unknown");
    });
}

#[test]
fn a_fault_of_the_get_job_operation_is_a_problem() {
    run(async {
        let world = shared().await;
        // The service responds with 404 for an unknown job before it alters a response.
        let alters = ["truncated", "slow-bytes_10s", "huge", "deep"];
        let rows = TABLE.iter().filter(|(fault, ..)| !alters.contains(fault));
        join_all(rows.map(|(fault, (status, code), _)| async move {
            get_job(world, fault).await.is_problem_of(fault, *status, code);
        }))
        .await;
        gave_up(world, ServiceOperation::GetJob);
        get_job(world, "404").await.is_problem(404, "unknown_job");
    });
}

#[test]
fn an_unusual_but_readable_response_is_accepted() {
    run(async {
        let world = shared().await;
        for fault in ["unknown-fields", "wrong-type", "not-utf8", "long-paths"] {
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
fn a_refused_connection_is_a_problem() {
    run(async {
        // A port without a server.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let vars = vec![("DOCKET_UPSTREAM", Some(format!("http://127.0.0.1:{port}/prefix")))];
        let world = World::start(crate::harness::Options { vars }).await;
        let path = "/v1/analytics/acme-docs/visitors";
        answer(world.program(Program::VisitorsRead, Method::GET, path))
            .await
            .is_problem(502, "service_unreachable");
    });
}
