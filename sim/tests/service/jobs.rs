use std::time::Duration;

use docket_sim::{Config, ServiceOperation, TurnOutcome};
use docket_wire::{Job, JobStatus, ServiceError};
use serde_json::{Value, json};

use super::bench::{KEY, bench, bench_with};

const HOUR: Duration = Duration::from_secs(3_600);

#[test]
fn a_job_runs_from_its_prompt_to_its_pull_request_and_on() {
    let bench = bench();
    let answer = bench.create("Update the quickstart [sim: 90s, pr, archive 2h]").unwrap();
    assert_eq!((answer.status, answer.header("content-type")), (201, Some("application/json")));
    let job: Job = serde_json::from_value(answer.json()).unwrap();
    assert_eq!((&job.status, &job.pr_link), (&JobStatus::Active, &None));
    assert_eq!(job.source.repository.as_deref(), Some("https://github.example/acme/acme-docs"));
    assert!(job.created_at.as_ref().unwrap().starts_with("2026-11-20T12:00:0"));
    assert_eq!(answer.json()["archivedAt"], Value::Null);

    let id = job.id.as_str();
    bench.advance(Duration::from_secs(80));
    assert_eq!(bench.poll(id).unwrap().json()["status"], "active");
    bench.advance(Duration::from_secs(10));
    let done = bench.poll(id).unwrap();
    assert_eq!((done.status, &done.json()["status"]), (200, &json!("completed")));
    let link = done.json()["prLink"].clone();
    assert!(link.as_str().unwrap().starts_with("https://github.example/acme/acme-docs/pull/"));

    let again = bench.message(id, "Shorter, please [sim: 5s]").unwrap();
    assert_eq!((again.status, &again.json()["status"]), (200, &json!("active")));
    assert_eq!(again.json()["prLink"], Value::Null);
    bench.advance(Duration::from_secs(5));
    assert_eq!(bench.poll(id).unwrap().json()["prLink"], link);

    bench.advance(100 * 24 * HOUR);
    let archived = bench.poll(id).unwrap().json();
    assert_eq!((&archived["status"], &archived["prLink"]), (&json!("archived"), &link));
    assert!(archived["archivedAt"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn a_prompt_says_how_its_job_ends() {
    let bench = bench();
    let ended = |prompt: &str| {
        let id = bench.created(prompt);
        bench.end_job(&id, None);
        let job = bench.poll(&id).unwrap().json();
        (job["status"].clone(), job["prLink"].is_string())
    };
    assert_eq!(ended("[sim: never, pr]"), (json!("completed"), true));
    assert_eq!(ended("[sim: never, no-pr]"), (json!("completed"), false));
    assert_eq!(ended("[sim: never, fail]"), (json!("failed"), false));
    let id = bench.created("[sim: never, hostile-pr]");
    bench.end_job(&id, Some(TurnOutcome::PullRequest));
    assert_eq!(bench.poll(&id).unwrap().json()["prLink"], "javascript:alert(document.domain)");
}

#[test]
fn a_job_can_refuse_follow_ups() {
    let bench = bench();
    let id = bench.created("Once [sim: 1s, refuse-follow-up]");
    let refused = bench.message(&id, "Twice").unwrap();
    assert_eq!(refused.status, 400);
    assert!(serde_json::from_value::<ServiceError>(refused.json()).is_ok());
    assert_eq!(bench.jobs()[0].prompts.len(), 1);
}

#[test]
fn speed_and_seed_decide_when_jobs_end() {
    let ends = |seed, speed| {
        let bench = bench_with(Config { seed, speed, ..Config::default() });
        bench.created("Hi");
        let job = &bench.jobs()[0];
        job.ends_at.since_ms(super::bench::NOON)
    };
    let (life, fast) = (ends(1, 1.0), ends(1, 30.0));
    assert!(life >= 4_000 && (life - 30 * fast).abs() < 60_000 && fast < life / 10, "{life} {fast}");
}

#[test]
fn only_the_key_authenticates() {
    let bench = bench();
    let path = "/v1/analytics/acme-docs/visitors";
    let lower = format!("bearer {KEY}");
    for authorization in [None, Some("Bearer "), Some("Bearer mint_other"), Some(KEY), Some(lower.as_str())] {
        let answer = bench.get_as(path, authorization);
        assert_eq!(answer.status, 401, "{authorization:?}");
        assert!(answer.json()["error"].is_string());
    }
    assert_eq!(bench.get_as(path, Some(&format!("Bearer {KEY}"))).status, 200);
    let keys: Vec<_> = bench.requests().iter().map(|request| request.valid_key).collect();
    assert_eq!(keys, [false, false, false, false, false, true]);
    assert!(!serde_json::to_string(&bench.requests()).unwrap().contains("mint_"));
}

#[test]
fn an_invalid_prompt_is_refused() {
    let bench = bench();
    let path = "/v2/agent/acme-docs/job";
    let status = |content_type: &str, body: &str| {
        let answer = bench.post_text(path, content_type, body).unwrap();
        assert_eq!(answer.json()["error"].is_string(), answer.status >= 400);
        answer.status
    };
    assert_eq!(status("application/json", r#"{"prompt":"Hi"}"#), 201);
    assert_eq!(status("Application/JSON; charset=utf-8", r#"{"prompt":"Hi","more":1}"#), 201);
    for body in
        ["", "{", "[]", "{}", r#"{"prompt":""}"#, r#"{"prompt":7}"#, r#"{"prompt":"[sim: nonsense]"}"#]
    {
        assert_eq!(status("application/json", body), 400, "{body}");
    }
    assert_eq!(status("text/plain", r#"{"prompt":"Hi"}"#), 415);
    assert_eq!(bench.jobs().len(), 2);
}

#[test]
fn an_over_long_body_is_refused() {
    let bench = bench();
    // The service may also close the connection before the whole body is sent.
    match bench.create(&"x".repeat(2 << 20)) {
        Ok(answer) => assert_eq!((answer.status, answer.json()["error"].is_string()), (413, true)),
        Err(error) => assert!(matches!(error, ureq::Error::Io(_)), "{error}"),
    }
    assert!(bench.jobs().is_empty());
}

#[test]
fn an_unknown_path_or_job_is_a_json_404() {
    let bench = bench();
    let id = bench.created("Hi");
    for path in [
        "/v2/agent/acme-docs/job/other".to_owned(),
        format!("/v2/agent/acme-other/job/{id}"),
        format!("/v2/agent/acme-faults-unknown-fields/job/{id}"),
        "/v1/analytics/acme-other/visitors".to_owned(),
        "/v1/analytics/acme-faults-nonsense/visitors".to_owned(),
        "/v3/agent".to_owned(),
    ] {
        let answer = bench.get(&path).unwrap();
        assert_eq!((answer.status, answer.json()["error"].is_string()), (404, true), "{path}");
    }
    let answer = bench.get("/v2/agent/acme-docs/job").unwrap();
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    assert!(answer.json()["error"].is_string());
    assert_eq!(bench.message("other", "Hi").unwrap().status, 404);
}

#[test]
fn jobs_and_messages_are_limited_by_project_and_hour() {
    let projects = ["acme-docs", "acme-api"].map(|id| id.parse().unwrap()).to_vec();
    let bench = bench_with(Config { agent_per_hour: 2, projects, ..Config::default() });
    let id = bench.created("One");
    bench.advance(HOUR / 2);
    assert_eq!(bench.message(&id, "Two").unwrap().status, 200);
    let refused = bench.create("Three").unwrap();
    assert_eq!(refused.status, 429);
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1_790..=1_800).contains(&wait), "{wait}");
    assert_eq!(bench.post("/v2/agent/acme-api/job", &json!({ "prompt": "Hi" })).unwrap().status, 201);
    bench.advance(Duration::from_secs(wait));
    assert_eq!(bench.create("Three").unwrap().status, 201);
    assert_eq!((0..200).filter(|_| bench.poll(&id).unwrap().status != 200).count(), 0, "polls have no limit");
    assert_eq!(bench.count(ServiceOperation::CreateJob), 4);
    assert_eq!(bench.count(ServiceOperation::SendMessage), 1);
    assert_eq!(bench.count(ServiceOperation::GetJob), 200);
}
