use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use docket_sim::{Config, FAULTS, ServiceOperation, SimFault};
use docket_wire::Job;
use serde_json::{Value, json};

use super::bench::{Bench, KEY, bench, bench_with, until};

/// Sends a create with this prompt, and does not wait for the response.
fn send_create(bench: &Bench, prompt: &str) -> TcpStream {
    let body = json!({ "prompt": prompt }).to_string();
    let mut stream = TcpStream::connect(bench.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    write!(
        stream,
        "POST /v2/agent/acme-docs/job HTTP/1.1\r\nHost: sim\r\nConnection: close\r\nAuthorization: Bearer {KEY}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

/// All bytes that a client receives for a create with this prompt.
fn raw_create(bench: &Bench, prompt: &str) -> Vec<u8> {
    let mut stream = send_create(bench, prompt);
    let mut seen = Vec::new();
    // A reset ends the response like a close.
    let _ = stream.read_to_end(&mut seen);
    seen
}

#[test]
fn a_dropped_connection_sends_no_byte_before_or_after_the_work() {
    let bench = bench();
    assert!(raw_create(&bench, "[sim: drop]").is_empty());
    assert!(bench.jobs().is_empty());
    assert!(raw_create(&bench, "[sim: drop-after]").is_empty());
    assert_eq!(bench.jobs().len(), 1);
    let log = bench.requests();
    assert_eq!((log[1].status, log[1].fault.as_deref()), (None, Some("drop-after")));
}

#[test]
fn a_truncated_response_ends_half_way() {
    let bench = bench();
    let seen = String::from_utf8(raw_create(&bench, "[sim: truncated]")).unwrap();
    let (head, body) = seen.split_once("\r\n\r\n").unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert_eq!(body.len(), length.parse::<usize>().unwrap() / 2);
    assert!(head.starts_with("HTTP/1.1 201") && body.starts_with('{'));
    assert!(bench.create("[sim: truncated]").is_err());
    assert_eq!(bench.jobs().len(), 2);
}

#[test]
fn a_status_fault_has_every_shape_of_body() {
    let bench = bench();
    let seen = |fault: &str| {
        let answer = bench.create(&format!("[sim: {fault}]")).unwrap();
        let content_type = answer.header("content-type").unwrap_or("none").to_owned();
        (answer.status, content_type, String::from_utf8(answer.body).unwrap())
    };
    let (status, content_type, body) = seen("500");
    assert_eq!((status, content_type.as_str()), (500, "application/json"));
    assert!(body.starts_with("{\"error\":"));
    assert!(seen("422").2.contains("details"));
    let (status, content_type, body) = seen("502-html");
    assert!(status == 502 && content_type.starts_with("text/html") && body.contains("502 Bad Gateway"));
    assert_eq!(seen("500-text").2, "Internal Server Error\n");
    assert_eq!(seen("503-empty"), (503, "none".into(), String::new()));
    assert_eq!(seen("200").2, r#"{"ok":true}"#);
    assert!(seen("200-html").2.starts_with("<!doctype html>"));
    assert!(bench.jobs().is_empty());
    assert_eq!(seen("500-after").0, 500);
    assert_eq!(bench.jobs().len(), 1);
}

#[test]
fn throttling_has_either_form_of_retry_after_or_none() {
    let bench = bench();
    let retry_after = |fault: &str| {
        let answer = bench.create(&format!("[sim: {fault}]")).unwrap();
        assert_eq!(answer.status, 429);
        answer.header("retry-after").map(str::to_owned)
    };
    assert_eq!(retry_after("429").as_deref(), Some("30"));
    assert_eq!(retry_after("429 7s").as_deref(), Some("7"));
    assert_eq!(retry_after("429-bare"), None);
    let date = retry_after("429-date 1h").unwrap();
    assert!(date.starts_with("Fri, 20 Nov 2026 13:00:") && date.ends_with(" GMT"), "{date}");
}

#[test]
fn a_response_can_be_late() {
    let bench = bench();
    let start = Instant::now();
    assert_eq!(bench.create("[sim: timeout 150ms]").unwrap().status, 201);
    assert_eq!(bench.create("[sim: timeout-after 150ms]").unwrap().status, 201);
    assert_eq!(bench.create("[sim: slow-bytes 200ms]").unwrap().json()["status"], "active");
    assert!(start.elapsed() >= Duration::from_millis(500));
}

#[test]
fn a_client_that_gives_up_has_a_job_only_if_the_work_came_first() {
    let bench = bench();
    let before = send_create(&bench, "[sim: timeout-before]");
    until("the response is delayed", || bench.requests().last().is_some_and(|last| last.fault.is_some()));
    drop(before);
    assert!(bench.jobs().is_empty());
    let after = send_create(&bench, "[sim: timeout-after]");
    until("the work is done", || bench.jobs().len() == 1);
    drop(after);
    let statuses: Vec<_> = bench.requests().into_iter().map(|request| request.status).collect();
    assert_eq!(statuses, [None, None]);
}

#[test]
fn echo_faults_echo_the_key() {
    let bench = bench();
    let echo = format!("Bearer {KEY}");
    let error = bench.create("[sim: echo-error]").unwrap();
    assert!(error.status == 500 && error.json()["error"].as_str().unwrap().contains(&echo));
    let body = bench.create("[sim: echo-body]").unwrap();
    assert_eq!(body.json()["debug"]["headers"]["authorization"], echo.as_str());
    let header = bench.create("[sim: echo-header]").unwrap();
    assert_eq!(header.header("x-echo"), Some(echo.as_str()));
    assert!(header.header("set-cookie").unwrap().contains(KEY));
}

#[test]
fn the_log_has_a_followed_redirect() {
    let bench = bench();
    let answer = bench.create("[sim: redirect]").unwrap();
    assert_eq!(answer.status, 307);
    let location = answer.header("location").unwrap().strip_prefix(&bench.base_url()).unwrap().to_owned();
    assert_eq!(bench.count(ServiceOperation::Elsewhere), 0);
    bench.get(&location).unwrap();
    assert_eq!(bench.count(ServiceOperation::Elsewhere), 1);
    assert!(bench.requests()[1].valid_key);
}

#[test]
fn a_fault_can_change_the_regular_response() {
    let bench = bench();
    let body = |fault: &str| bench.create(&format!("[sim: {fault}]")).unwrap().body;
    let json = |fault: &str| serde_json::from_slice::<Value>(&body(fault)).unwrap();
    assert_eq!(json("unknown-status")["status"], "waiting_for_review");
    assert_eq!(json("unknown-fields")["priority"], "high");
    assert_eq!(json("missing-fields").as_object().unwrap().len(), 2);
    assert_eq!(json("null-fields")["source"], Value::Null);
    for fault in ["unknown-status", "unknown-fields", "missing-fields", "null-fields"] {
        assert!(serde_json::from_slice::<Job>(&body(fault)).is_ok(), "{fault}");
    }
    assert!(serde_json::from_slice::<Job>(&body("hostile-id")).is_err());
    assert!(serde_json::from_slice::<Value>(&body("deep")).unwrap_err().to_string().contains("recursion"));
    assert!(std::str::from_utf8(&body("not-utf8")).is_err());
    assert!(body("huge").len() > 64 << 20);
    assert_eq!(bench.create("[sim: wrong-type]").unwrap().header("content-type"), Some("text/plain"));
}

#[test]
fn polls_fail_as_often_as_the_prompt_says() {
    let bench = bench();
    let id = bench.created("[sim: never, poll-500 x2, poll-unknown-status]");
    let seen: Vec<_> = (0..4)
        .map(|_| {
            let answer = bench.poll(&id).unwrap();
            (answer.status, answer.json()["status"].clone())
        })
        .collect();
    let expected =
        [(500, Value::Null), (500, Value::Null), (200, json!("waiting_for_review")), (200, json!("active"))];
    assert_eq!(seen, expected);
    let id = bench.created("[sim: poll-404-empty forever]");
    assert!((0..5).all(|_| bench.poll(&id).unwrap().status == 404));
}

#[test]
fn a_project_name_can_request_a_fault() {
    let bench = bench();
    let visitors = |fault: &str| bench.get(&format!("/v1/analytics/acme-faults-{fault}/visitors")).unwrap();
    assert_eq!(visitors("502-html").status, 502);
    assert_eq!(visitors("429_9s").header("retry-after"), Some("9"));
    assert!(visitors("missing-fields").json().get("hasMore").is_none());
    assert_eq!(visitors("null-fields").json()["visitors"], Value::Null);
    assert_eq!(visitors("unknown-fields").json()["totals"]["provider"], "github");
    assert_eq!(visitors("unknown-status").status, 200);
    let create = bench.post("/v2/agent/acme-faults-503-after/job", &json!({ "prompt": "Hi" })).unwrap();
    assert_eq!((create.status, bench.jobs().len()), (503, 1));
}

#[test]
fn tests_can_inject_any_fault_anywhere() {
    let bench = bench();
    let id = bench.created("[sim: never]");
    bench.inject(ServiceOperation::GetJob, SimFault::status(503), 2);
    bench.inject(ServiceOperation::GetJob, SimFault::status(401), 1);
    bench.inject(ServiceOperation::GetVisitors, "500-text".parse().unwrap(), u32::MAX);
    let polls: Vec<_> = (0..4).map(|_| bench.poll(&id).unwrap().status).collect();
    assert_eq!(polls, [503, 503, 401, 200]);
    assert_eq!(bench.visitors("").unwrap().status, 500);
    bench.clear_faults();
    assert_eq!(bench.visitors("").unwrap().status, 200);
}

#[test]
fn random_faults_can_be_chosen_for_one_operation_and_prompts_that_meet_them_count() {
    let bench = bench();
    let id = bench.created("[sim: never]");
    bench.set_chaos(ServiceOperation::CreateJob, 1.0, vec![SimFault::status(503)]);
    assert_eq!([0, 1].map(|_| bench.create("Hi").unwrap().status), [503, 503]);
    assert_eq!((bench.received("Hi"), bench.received("Ho"), bench.jobs().len()), (2, 0, 1));
    assert_eq!(bench.poll(&id).unwrap().status, 200);
    bench.clear_faults();
    assert_eq!(bench.create("Hi").unwrap().status, 201);
}

#[test]
fn only_a_fault_after_the_work_creates_the_job() {
    let bench = bench();
    for row in FAULTS {
        for fault in [SimFault::new(row.kind), SimFault::new(row.kind).after_the_work()] {
            let before = bench.jobs().len();
            bench.inject(ServiceOperation::CreateJob, fault.lasting(Duration::from_millis(5)), 1);
            let _ = bench.create("Hi");
            assert_eq!(bench.jobs().len() > before, fault.work_is_done(), "{fault}");
        }
    }
}

#[test]
fn chaos_is_the_same_for_the_same_seed() {
    let run = || {
        let bench = bench_with(Config { chaos: 0.5, ..Config::default() });
        for count in 1..=12 {
            let _stream = send_poll(&bench);
            until("the request has a fault or a status", || {
                let requests = bench.requests();
                requests.len() == count
                    && requests.last().is_some_and(|last| last.fault.is_some() || last.status.is_some())
            });
        }
        bench.requests().into_iter().map(|request| request.fault).collect::<Vec<_>>()
    };
    let faults = run();
    assert!(faults.iter().any(Option::is_some) && faults.iter().any(Option::is_none));
    assert_eq!(faults, run());
}

/// Sends a poll, and does not wait for the response.
fn send_poll(bench: &Bench) -> TcpStream {
    let mut stream = TcpStream::connect(bench.address()).unwrap();
    write!(
        stream,
        "GET /v2/agent/acme-docs/job/x HTTP/1.1\r\nHost: sim\r\nAuthorization: Bearer {KEY}\r\n\r\n"
    )
    .unwrap();
    stream
}

#[test]
fn shutdown_does_not_wait_for_a_delayed_response() {
    let bench = bench();
    bench.inject(ServiceOperation::GetJob, "timeout".parse().unwrap(), 1);
    let _stream = send_poll(&bench);
    until("the response is delayed", || bench.requests().last().is_some_and(|last| last.fault.is_some()));
    let start = Instant::now();
    drop(bench);
    assert!(start.elapsed() < Duration::from_secs(3));
}
