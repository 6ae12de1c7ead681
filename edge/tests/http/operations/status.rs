//! The status of a project: budgets, calls and storage, and nothing of the key.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::stored::change_schema;
use crate::harness::{Options, PROJECT, Program, World, answer, fault_project, run, shared};

async fn status_as(world: &World, program: Program, project: &str) -> Value {
    let path = format!("/api/projects/{project}/status");
    let answer = answer(world.program(program, Method::GET, &path)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

async fn status(world: &World) -> Value {
    status_as(world, Program::Everything, PROJECT).await
}

async fn create(world: &World, project: &str) -> u16 {
    let path = format!("/v2/agent/{project}/job");
    let body = json!({ "prompt": "Look around [sim: 1h]" });
    answer(world.program(Program::JobsWrite, Method::POST, &path).json(&body)).await.status
}

async fn visitors(world: &World, project: &str) -> u16 {
    let path = format!("/v1/analytics/{project}/visitors?dateFrom=2026-01-01");
    answer(world.program(Program::VisitorsRead, Method::GET, &path)).await.status
}

#[test]
fn a_status_has_budgets_calls_and_storage() {
    run(async {
        let world = World::start(Options::default()).await;
        let before = status(&world).await;
        assert_eq!(before["key"], json!({ "setting": "DOCKET_ADMIN_KEY", "kind": "admin" }));
        let (jobs, analytics) = (&before["jobs"]["available"], &before["analytics"]["available"]);
        assert_eq!(jobs["calls"], json!({ "succeededAt": null, "failure": null }));
        assert_eq!(analytics["calls"], jobs["calls"]);
        assert_eq!(jobs["durations"]["learnedFrom"], 0);
        for object in [jobs, analytics] {
            assert!(object["storage"]["bytes"].as_u64().unwrap() > 4_096, "{object}");
        }
        assert_eq!((create(&world, PROJECT).await, visitors(&world, PROJECT).await), (201, 200));
        let after = status(&world).await;
        let left =
            |status: &Value, budget: &str| status["jobs"]["available"][budget]["remaining"].as_u64().unwrap();
        assert_eq!(left(&after, "prompts") + 1, left(&before, "prompts"));
        let requests =
            |status: &Value| status["analytics"]["available"]["requests"]["remaining"].as_u64().unwrap();
        assert_eq!(requests(&after) + 1, requests(&before));
        for object in ["jobs", "analytics"] {
            assert!(after[object]["available"]["calls"]["succeededAt"].is_string(), "{after}");
        }
        // Both survive the objects.
        let world = world.restarted_after(|_| ()).await;
        let restarted = status(&world).await;
        for object in ["jobs", "analytics"] {
            let calls = |status: &Value| status[object]["available"]["calls"].clone();
            assert_eq!(calls(&restarted), calls(&after), "{object}");
        }
    });
}

#[test]
fn a_rejected_key_is_the_failure_of_both_kinds_of_calls() {
    run(async {
        let world = shared().await;
        let project = fault_project("403");
        assert_eq!((create(world, &project).await, visitors(world, &project).await), (502, 502));
        let status = status_as(world, Program::Everything, &project).await;
        let reason = &status["jobs"]["available"]["calls"]["failure"]["reason"];
        assert_eq!(reason["code"], "service_rejected_key", "{status}");
    });
}

#[test]
fn an_object_that_cannot_work_hides_nothing_else() {
    run(async {
        let world = World::start(Options::default()).await;
        status(&world).await;
        let world = world.restarted_after(|state| change_schema(state, "AnalyticsObject", 900)).await;
        let status = status(&world).await;
        assert_eq!(status["analytics"]["unavailable"]["code"], "newer_schema", "{status}");
        assert!(status["jobs"]["available"].is_object() && status["key"].is_object(), "{status}");
    });
}

#[test]
fn a_key_of_another_kind_is_named_and_not_quoted() {
    run(async {
        let key = "mint_dsc_not_an_admin_key".to_owned();
        let world = World::start(Options { vars: vec![("DOCKET_ADMIN_KEY", Some(key.clone()))] }).await;
        let status = status(&world).await;
        assert_eq!(status["key"], json!({ "setting": "DOCKET_ADMIN_KEY", "kind": "other" }));
        assert!(!status.to_string().contains("not_an_admin_key"));
    });
}

#[test]
fn the_status_of_analytics_needs_the_right_to_read_visitors() {
    run(async {
        let world = shared().await;
        let status = status_as(world, Program::JobsRead, PROJECT).await;
        assert!(status["jobs"]["available"].is_object() && status.get("analytics").is_none(), "{status}");
    });
}
