//! The list over HTTP: filters, full-text search in workerd's SQLite, patches and imports.

use reqwest::Method;
use serde_json::{Value, json};

use super::polling::create;
use crate::harness::{Answer, Options, PROJECT, World, answer, run};

async fn list(world: &World, query: &str) -> Answer {
    answer(world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs?{query}")).await).await
}

async fn found(world: &World, query: &str) -> Vec<String> {
    let listed = list(world, query).await;
    assert_eq!(listed.status, 200, "{listed:?}");
    let listed = listed.json();
    listed["jobs"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap().to_owned()).collect()
}

async fn patch(world: &World, job: &str, patch: Value) -> Answer {
    answer(world.ada(Method::PATCH, &format!("/api/projects/{PROJECT}/jobs/{job}")).await.json(&patch)).await
}

#[test]
fn the_list_is_searched_filtered_labelled_and_imported_into() {
    run(async {
        let world = World::start(Options::default()).await;
        let quickstart = create(&world, "Update the Quickstart for SDK 4 [sim: 1h]").await;
        let cafe = create(&world, "Fix the café example [sim: 1h]").await;
        assert_eq!(found(&world, "q=quick").await, [quickstart.as_str()]);
        assert_eq!(found(&world, "q=cafe").await, [cafe.as_str()]);
        assert_eq!(
            found(&world, "author=token:jobs-write&status=active").await,
            [cafe.as_str(), quickstart.as_str()]
        );
        assert_eq!(found(&world, "limit=1").await, [cafe.as_str()]);
        assert_eq!(found(&world, &format!("limit=1&before={cafe}")).await, [quickstart.as_str()]);

        let labelled = patch(&world, &cafe, json!({ "labels": ["typo", "i18n"] })).await;
        assert_eq!(labelled.json()["labels"], json!(["i18n", "typo"]), "{labelled:?}");
        assert_eq!(found(&world, "label=typo").await, [cafe.as_str()]);
        let hidden = patch(&world, &cafe, json!({ "hidden": true, "polling": false })).await;
        assert_eq!(hidden.json()["polling"]["state"], "stopped", "{hidden:?}");
        assert_eq!(found(&world, "").await, [quickstart]);
        assert_eq!(found(&world, "hidden=true").await, [cafe.as_str()]);

        for (body, field) in [
            (json!({ "labels": ["a,b"] }), "labels"),
            (json!({ "labels": vec!["x"; 21] }), "labels"),
            (json!({ "colour": "red" }), "colour"),
        ] {
            let rejected = patch(&world, &cafe, body).await;
            rejected.is_problem(400, "invalid_request");
            assert_eq!(rejected.json()["field"], field);
        }
        patch(&world, "no-such-job", json!({ "hidden": true })).await.is_problem(404, "unknown_job");
        for query in ["limit=0", "addedSince=today", "label=a,b"] {
            list(&world, query).await.is_problem(400, "invalid_request");
        }

        let created = reqwest::Client::new().post(format!("{}/v2/agent/{PROJECT}/job", world.sim.base_url()));
        let created = created.bearer_auth(crate::harness::CANARY).json(&json!({ "prompt": "Elsewhere" }));
        let created: Value = created.send().await.unwrap().json().await.unwrap();
        let import = world.ada(Method::POST, &format!("/api/projects/{PROJECT}/jobs")).await;
        let imported = answer(import.json(&json!({ "job": created["id"] }))).await;
        let job = &imported.json()["job"];
        assert_eq!((&job["id"], &job["createdAt"]), (&created["id"], &created["createdAt"]), "{imported:?}");
        let missing = world.ada(Method::POST, &format!("/api/projects/{PROJECT}/jobs")).await;
        answer(missing.json(&json!({ "job": "no-such-job" }))).await.is_problem(404, "unknown_job");
    });
}
