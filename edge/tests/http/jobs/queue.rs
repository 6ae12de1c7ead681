//! Follow-ups that wait, over HTTP.

use docket_sim::Operation;
use reqwest::Method;
use serde_json::{Value, json};

use super::watching::{create, quick, wait};
use crate::harness::{Answer, PROJECT, World, answer, run};

async fn follow_up(world: &World, job: &str, prompt: &str) -> Answer {
    let path = format!("/api/projects/{PROJECT}/jobs/{job}/follow-ups");
    answer(world.ada(Method::POST, &path).await.json(&json!({ "prompt": prompt }))).await
}

async fn detail(world: &World, job: &str) -> Value {
    answer(world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs/{job}")).await).await.json()
}

#[test]
fn they_wait_for_the_job_to_rest_and_go_out_in_order() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 2s]").await;
        let first = follow_up(&world, &id, "Then the index [sim: 1s]").await;
        assert_eq!(
            (first.status, first.json()["state"]["state"].as_str()),
            (202, Some("queued")),
            "{first:?}"
        );
        let second = follow_up(&world, &id, "Never sent").await;
        let third = follow_up(&world, &id, "Writtn badly").await;
        assert_eq!(world.sim.count(Operation::SendMessage), 0, "the job is at work");

        let submission = |answer: &Answer| {
            format!("/api/projects/{PROJECT}/submissions/{}", answer.json()["id"].as_str().unwrap())
        };
        let back = answer(world.ada(Method::DELETE, &submission(&second)).await).await;
        assert_eq!(back.json()["prompt"], "Never sent", "{back:?}");
        let better = json!({ "prompt": "Written well [sim: 1s]" });
        let edited = answer(world.ada(Method::PATCH, &submission(&third)).await.json(&better)).await;
        assert_eq!(edited.status, 200, "{edited:?}");

        while world.sim.count(Operation::SendMessage) < 2 {
            assert_eq!(wait(&world, &id).await.status, 200);
        }
        let sent = world.sim.jobs().into_iter().find(|job| job.id == id).unwrap();
        assert_eq!(sent.prompts[1..], ["Then the index [sim: 1s]", "Written well [sim: 1s]"]);
        let states: Vec<_> = detail(&world, &id).await["submissions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|submission| submission["state"]["state"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(states[..3], ["accepted", "accepted", "discarded"]);
    });
}

#[test]
fn a_job_that_rests_is_followed_up_at_once_and_a_refusal_keeps_the_text() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1s, refuse-follow-up]").await;
        while wait(&world, &id).await.json()["status"] == "active" {}
        let follow = follow_up(&world, &id, "And the index").await;
        assert_eq!(follow.status, 202, "{follow:?}");
        let submission = follow.json()["id"].as_str().unwrap().to_owned();
        loop {
            let detail = detail(&world, &id).await;
            let found = detail["submissions"]
                .as_array()
                .unwrap()
                .iter()
                .find(|one| one["id"] == *submission)
                .unwrap();
            match found["state"]["state"].as_str().unwrap() {
                "rejected" => {
                    assert_eq!(found["prompt"], "And the index");
                    break;
                }
                state => assert!(["queued", "sending"].contains(&state), "{found}"),
            }
        }
        follow_up(&world, "no-such-job", "Hello").await.is_problem(404, "unknown_job");
    });
}
