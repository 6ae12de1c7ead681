//! workerd is killed repeatedly, and no acknowledged write is lost.

use std::collections::BTreeSet;

use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Options, PROJECT, Program, World, answer, run};
use crate::jobs::polling::{create, quick, wait};

#[test]
fn a_restart_loses_nothing_and_polling_continues() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 4s]").await;
        let world = world.restarted().await;
        assert_eq!(wait(&world, &id).await.json()["status"], "completed");
    });
}

/// Sends thirty creates, ten at a time, kills workerd in the middle, and returns the jobs of the creates that
/// were answered.
async fn killed_in_the_middle(world: &World, round: u32) -> BTreeSet<String> {
    let creates = (0..30).map(|n| {
        let path = format!("/v2/agent/{PROJECT}/job");
        let prompt = format!("Round {round}, prompt {n} [sim: 1h]");
        let request =
            world.program(Program::JobsWrite, Method::POST, &path).json(&json!({ "prompt": prompt }));
        async move {
            let response: Value = request.send().await.ok()?.json().await.ok()?;
            Some(response["id"].as_str()?.to_owned())
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

#[test]
fn a_kill_under_load_keeps_every_acknowledged_write() {
    run(async {
        let mut world = World::start(Options::default()).await;
        let mut acknowledged = BTreeSet::new();
        for round in 0..4 {
            acknowledged.extend(killed_in_the_middle(&world, round).await);
            world = world.restarted().await;
        }
        assert!(acknowledged.len() >= 48, "{} were acknowledged", acknowledged.len());

        let list = format!("/api/projects/{PROJECT}/jobs?limit=200");
        let listed = answer(world.ada(Method::GET, &list).await).await.json();
        let stored: BTreeSet<String> = listed["jobs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|job| job["id"].as_str().unwrap().to_owned())
            .collect();
        let lost: Vec<_> = acknowledged.difference(&stored).collect();
        assert_eq!(lost, Vec::<&String>::new());

        // Each job that the service created without Docket's knowledge has a submission of unknown outcome:
        // none was resent.
        let open =
            answer(world.ada(Method::GET, &format!("/api/projects/{PROJECT}/submissions?limit=200")).await)
                .await
                .json();
        let unknown =
            open["submissions"].as_array().unwrap().iter().filter(|one| one["state"] == "unknown").count();
        let created = world.sim.jobs().len();
        assert!(
            created <= stored.len() + unknown,
            "{created} created, {} stored, {unknown} unknown",
            stored.len()
        );
        let prompts: Vec<String> = world.sim.jobs().into_iter().flat_map(|job| job.prompts).collect();
        let different: BTreeSet<&String> = prompts.iter().collect();
        assert_eq!(different.len(), prompts.len(), "no prompt was executed twice");
    });
}
