//! The runtime resets the object that a request waits for.

use std::path::Path;

use reqwest::Method;
use serde_json::json;

use crate::harness::{PROJECT, Program, World, answer, run};

#[test]
fn a_request_whose_object_is_reset_is_repeated_or_says_what_may_have_happened() {
    run(async {
        let resets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/jobs/reset.mjs");
        let world = World::start_beside(&resets).await;
        let reset = async |times: u32, flag: &str| {
            let path = format!("/_reset?times={times}&flag={flag}");
            assert_eq!(answer(world.request(Method::GET, &path)).await.status, 200);
        };
        let send = async |method: Method, path: &str, key: Option<&str>| {
            let request = world.program(Program::Everything, method.clone(), path);
            let request =
                key.into_iter().fold(request, |request, key| request.header("Idempotency-Key", key));
            answer(match method {
                Method::POST => request.json(&json!({ "prompt": "Update the quickstart [sim: 1h]" })),
                Method::PATCH => request.json(&json!({ "hidden": true })),
                _ => request,
            })
            .await
        };
        let jobs = format!("/api/projects/{PROJECT}/jobs");
        let create = format!("/v2/agent/{PROJECT}/job");

        reset(1, "retryable").await;
        assert_eq!(send(Method::GET, &jobs, None).await.status, 200);
        for (times, flag) in [(2, "retryable"), (1, "overloaded")] {
            reset(times, flag).await;
            let unavailable = send(Method::GET, &jobs, None).await;
            unavailable.is_problem(503, "unavailable");
            assert_eq!(unavailable.header("Retry-After"), Some("5"));
        }
        reset(1, "remote").await;
        send(Method::GET, &jobs, None).await.is_problem(500, "internal");

        reset(1, "retryable").await;
        let unknown = send(Method::POST, &create, None).await;
        unknown.is_problem(502, "outcome_unknown");
        assert_eq!(unknown.problem().submission_id, None);
        assert!(world.sim.jobs().is_empty());
        reset(1, "retryable").await;
        let created = send(Method::POST, &create, Some("k1")).await;
        assert_eq!(created.status, 201, "{created:?}");
        assert_eq!(world.sim.jobs().len(), 1);

        reset(1, "retryable").await;
        let job = format!("{jobs}/{}", world.sim.jobs()[0].id);
        send(Method::PATCH, &job, None).await.is_problem(503, "unavailable");
    });
}
