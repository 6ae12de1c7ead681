//! workerd is killed repeatedly: every acknowledged change has its record, and every record its change.

use std::collections::BTreeSet;

use docket_wire::AuditQuery;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

use super::{of_project, page};
use crate::harness::{Options, PROJECT, Program, World, answer, run};

/// Sends thirty creates, ten at a time, and kills workerd in the middle. Returns the ids of the requests that were
/// answered.
async fn killed_in_the_middle(world: &World, round: u32) -> BTreeSet<String> {
    let creates = (0..30).map(|n| {
        let path = format!("/v2/agent/{PROJECT}/job");
        let prompt = format!("Round {round}, prompt {n} [sim: 1h]");
        let request =
            world.program(Program::JobsWrite, Method::POST, &path).json(&json!({ "prompt": prompt }));
        async move {
            let response = request.send().await.ok()?;
            let id = response.headers().get("Docket-Request-Id")?.to_str().ok()?.to_owned();
            response.status().is_success().then_some(id)
        }
    });
    let mut answers = std::pin::pin!(futures_util::stream::iter(creates).buffer_unordered(10));
    let mut acknowledged = BTreeSet::new();
    for _ in 0..12 {
        acknowledged.extend(answers.next().await.flatten());
    }
    world.worker.kill();
    while let Some(answer) = answers.next().await {
        acknowledged.extend(answer);
    }
    acknowledged
}

/// All submissions of the ledger: those of jobs, and those that are open.
async fn submissions(world: &World) -> BTreeSet<String> {
    let ids = |body: &Value| -> Vec<String> {
        let list = body["submissions"].as_array().unwrap().iter();
        list.map(|submission| submission["id"].as_str().unwrap().to_owned()).collect()
    };
    let open = format!("/api/projects/{PROJECT}/submissions?limit=200");
    let mut all: BTreeSet<String> =
        ids(&answer(world.ada(Method::GET, &open).await).await.json()).into_iter().collect();
    let jobs = format!("/api/projects/{PROJECT}/jobs?limit=200");
    let jobs = answer(world.ada(Method::GET, &jobs).await).await.json();
    for job in jobs["jobs"].as_array().unwrap() {
        let detail = format!("/api/projects/{PROJECT}/jobs/{}", job["id"].as_str().unwrap());
        all.extend(ids(&answer(world.ada(Method::GET, &detail).await).await.json()));
    }
    all
}

#[test]
fn a_kill_under_load_leaves_no_change_without_record_and_no_record_without_change() {
    run(async {
        let mut world = World::start(Options::default()).await;
        let mut acknowledged = BTreeSet::new();
        for round in 0..3 {
            acknowledged.extend(killed_in_the_middle(&world, round).await);
            world = world.restarted().await;
        }
        assert!(acknowledged.len() >= 30, "{} were acknowledged", acknowledged.len());
        let log = page(&world, &format!("{}?limit={}", of_project(), AuditQuery::LIMIT_MAX)).await;
        assert!(!log.has_more);
        let recorded: BTreeSet<String> = log.entries.iter().map(|entry| entry.request_id.clone()).collect();
        assert_eq!(recorded.len(), log.entries.len(), "a request has one record");
        let lost: Vec<_> = acknowledged.difference(&recorded).collect();
        assert_eq!(lost, Vec::<&String>::new());
        let targets = log.entries.iter().filter_map(|entry| Some(entry.target.as_ref()?.id.clone()));
        assert_eq!(targets.collect::<BTreeSet<_>>(), submissions(&world).await);
    });
}
