//! Queued follow-ups over HTTP.

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, PROJECT, Program, World, answer, run};
use crate::jobs::polling::{create, quick, wait};

async fn follow_up(world: &World, job: &str, prompt: &str) -> Answer {
    let path = format!("/api/projects/{PROJECT}/jobs/{job}/follow-ups");
    answer(world.ada(Method::POST, &path).await.json(&json!({ "prompt": prompt }))).await
}

async fn detail(world: &World, job: &str) -> Value {
    answer(world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs/{job}")).await).await.json()
}

#[test]
fn queued_follow_ups_are_sent_in_order_when_the_job_is_idle() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let first = follow_up(&world, &id, "Then the index [sim: 1s]").await;
        assert_eq!((first.status, first.json()["state"].as_str()), (202, Some("queued")), "{first:?}");
        let second = follow_up(&world, &id, "Never sent").await;
        let third = follow_up(&world, &id, "Writtn badly").await;
        assert_eq!(world.sim.count(ServiceOperation::SendMessage), 0, "the job is active");

        let submission = |answer: &Answer| {
            format!("/api/projects/{PROJECT}/submissions/{}", answer.json()["id"].as_str().unwrap())
        };
        let cancelled = answer(world.ada(Method::DELETE, &submission(&second)).await).await;
        assert_eq!(cancelled.json()["prompt"], "Never sent", "{cancelled:?}");
        let better = json!({ "prompt": "Written well [sim: 1s]" });
        let edited = answer(world.ada(Method::PATCH, &submission(&third)).await.json(&better)).await;
        assert_eq!(edited.status, 200, "{edited:?}");
        assert!(world.sim.end_job(&id, None));

        // The service counts a request before it applies it, so the recorded states say when both are sent.
        let states = loop {
            let states: Vec<_> = detail(&world, &id).await["submissions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|submission| submission["state"].as_str().unwrap().to_owned())
                .collect();
            if states.iter().filter(|state| *state == "accepted").count() == 3 {
                break states;
            }
            assert_eq!(wait(&world, &id).await.status, 200);
        };
        let sent = world.sim.jobs().into_iter().find(|job| job.id == id).unwrap();
        assert_eq!(sent.prompts[1..], ["Then the index [sim: 1s]", "Written well [sim: 1s]"]);
        assert_eq!(states[..3], ["accepted", "accepted", "discarded"]);
    });
}

#[test]
fn a_follow_up_of_an_idle_job_is_sent_at_once_and_a_rejection_keeps_the_prompt() {
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
            match found["state"].as_str().unwrap() {
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

#[test]
fn the_key_of_a_queued_follow_up_gets_the_queued_submission() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1h]").await;
        let send = async |path: &str, prompt: &str| {
            let request =
                world.program(Program::JobsWrite, Method::POST, path).header("Idempotency-Key", "k");
            answer(request.json(&json!({ "prompt": prompt }))).await
        };
        let queued = send(&format!("/api/projects/{PROJECT}/jobs/{id}/follow-ups"), "Then the index").await;
        assert_eq!(queued.status, 202, "{queued:?}");

        let message = format!("/v2/agent/{PROJECT}/job/{id}/message");
        assert_eq!(queued.header("Idempotency-Replayed"), None);
        let again = send(&message, "Then the index").await;
        assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
        assert_eq!((again.status, &again.json()["id"]), (202, &queued.json()["id"]), "{again:?}");
        assert_eq!(again.json()["state"], "queued");
        send(&message, "Another prompt").await.is_problem(409, "idempotency_conflict");
        assert_eq!(world.sim.count(ServiceOperation::SendMessage), 0, "it stays queued");
    });
}

#[test]
fn the_key_of_a_follow_up_that_the_service_throttled_gets_it_as_queued() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1s]").await;
        let message = format!("/v2/agent/{PROJECT}/job/{id}/message");
        let follow_ups = format!("/api/projects/{PROJECT}/jobs/{id}/follow-ups");
        let send = async |path: &str| {
            let request =
                world.program(Program::JobsWrite, Method::POST, path).header("Idempotency-Key", "k");
            answer(request.json(&json!({ "prompt": "Then the index" }))).await
        };
        // The service asks for a minute without follow-ups. The test does not wait for its end.
        world.sim.inject(ServiceOperation::SendMessage, "429 1m".parse().unwrap(), 1);
        let queued = send(&follow_ups).await;
        assert_eq!(queued.status, 202, "{queued:?}");
        while world.sim.count(ServiceOperation::SendMessage) == 0 {
            assert_eq!(wait(&world, &id).await.status, 200);
        }
        loop {
            let again = send(&message).await;
            assert_eq!((again.status, &again.json()["id"]), (202, &queued.json()["id"]), "{again:?}");
            if again.json()["state"] == "queued" {
                break;
            }
        }
        assert_eq!(world.sim.count(ServiceOperation::SendMessage), 1, "it waits as long as the service asks");
        assert_eq!(world.sim.jobs().into_iter().find(|job| job.id == id).unwrap().prompts.len(), 1);
    });
}
