//! Conditional requests for what has not changed, and changes without a WebSocket.

use reqwest::Method;
use serde_json::{Value, json};

use super::polling::{create, quick};
use crate::harness::{Answer, PROJECT, Program, World, answer, run};

async fn get(world: &World, path: &str, tag: Option<&str>) -> Answer {
    let request = world.program(Program::JobsRead, Method::GET, path);
    answer(tag.into_iter().fold(request, |request, tag| request.header("If-None-Match", tag))).await
}

/// The tag of a response, after a check that the service and the caller's copy do without another one.
async fn tag_of(world: &World, path: &str) -> String {
    let first = get(world, path, None).await;
    let tag = first.header("ETag").unwrap_or_else(|| panic!("{first:?}")).to_owned();
    let again = get(world, path, Some(&format!("\"other\", {tag}"))).await;
    assert_eq!((again.status, again.text.as_str(), again.header("ETag")), (304, "", Some(tag.as_str())));
    tag
}

async fn label(world: &World, id: &str, label: &str) {
    let path = format!("/api/projects/{PROJECT}/jobs/{id}");
    let patch = world.program(Program::Everything, Method::PATCH, &path);
    assert_eq!(answer(patch.json(&json!({ "labels": [label] }))).await.status, 200);
}

#[test]
fn what_has_not_changed_has_no_body() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1h]").await;
        let list = format!("/api/projects/{PROJECT}/jobs?limit=5");
        let detail = format!("/api/projects/{PROJECT}/jobs/{id}");
        let job = format!("/v2/agent/{PROJECT}/job/{id}");
        let (list_tag, detail_tag) = (tag_of(&world, &list).await, tag_of(&world, &detail).await);
        let job_tag = tag_of(&world, &job).await;
        let not_modified = get(&world, &job, Some(&job_tag)).await;
        assert_eq!((not_modified.status, not_modified.header("Docket-Polling")), (304, Some("scheduled")));

        // Another job changes the list only.
        create(&world, "Update the index [sim: 1h]").await;
        assert_eq!(get(&world, &list, Some(&list_tag)).await.status, 200);
        assert_eq!(get(&world, &detail, Some(&detail_tag)).await.status, 304);
        label(&world, &id, "sdk").await;
        let changed = get(&world, &detail, Some(&detail_tag)).await;
        assert_eq!((changed.status, &changed.json()["job"]["labels"]), (200, &json!(["sdk"])));
        assert_eq!(get(&world, &job, Some(&job_tag)).await.status, 304, "the service knows no labels");
        assert_eq!(get(&world, "/api/projects/acme-docs/jobs/none", Some("*")).await.status, 404);
    });
}

#[test]
fn a_program_that_waits_with_its_tag_misses_no_change() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let path = format!("/v2/agent/{PROJECT}/job/{id}");
        let active = tag_of(&world, &path).await;
        let waiting = format!("{path}?wait=50");
        let end = async { assert!(world.sim.end_job(&id, None)) };
        let (ended, ()) = futures_util::future::join(get(&world, &waiting, Some(&active)), end).await;
        assert_eq!((ended.status, &ended.json()["status"]), (200, &json!("completed")));
        // The change has happened already: the client has another response.
        let late = get(&world, &waiting, Some(&active)).await;
        assert_eq!((late.status, &late.text), (200, &ended.text));
        assert_eq!(get(&world, &waiting, ended.header("ETag")).await.status, 304);
    });
}

#[test]
fn changes_are_answered_as_soon_as_something_changes() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1h]").await;
        let path = format!("/api/projects/{PROJECT}/changes");
        let changes = async |query: &str| get(&world, &format!("{path}{query}"), None).await;
        let snapshot = changes("").await.json();
        assert_eq!((&snapshot["type"], &snapshot["jobs"][0]["id"]), (&json!("snapshot"), &json!(id)));
        let revision = snapshot["revision"].as_u64().unwrap();

        let none = changes(&format!("?since={revision}&wait=1")).await;
        assert_eq!((&none.json()["type"], &none.json()["events"]), (&json!("changes"), &json!([])));
        let waiting = format!("?since={revision}&wait=55");
        let (changed, ()) = futures_util::future::join(changes(&waiting), label(&world, &id, "sdk")).await;
        let changed = changed.json();
        let kinds: Vec<&Value> =
            changed["events"].as_array().unwrap().iter().map(|event| &event["what"]["kind"]).collect();
        assert_eq!((&changed["since"], kinds), (&json!(revision), vec![&json!("labelled")]));
        assert_eq!(changed["jobs"][0]["labels"], json!(["sdk"]));

        let elsewhere = changes("?since=1000000&wait=55").await;
        assert_eq!(elsewhere.json()["type"], "snapshot");
        for (query, field) in [("?since=x", "since"), ("?wait=56", "wait"), ("?since=1&wait=", "wait")] {
            let refused = changes(query).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field), "{query}");
        }
    });
}
