//! Jobs are polled until they end, with or without a console.

mod alarm;
mod ended;

use std::time::{Duration, Instant};

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Options, PROJECT, Program, World, answer, run, until};

pub(super) fn quick() -> Options {
    Options { vars: vec![("DOCKET_TYPICAL_JOB_S", Some("2".to_owned()))] }
}

pub(super) async fn create(world: &World, prompt: &str) -> String {
    let request = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
    let created = answer(request.json(&json!({ "prompt": prompt }))).await;
    assert_eq!(created.status, 201, "{created:?}");
    created.json()["id"].as_str().unwrap().to_owned()
}

/// Waits until the job changes, as a program does.
pub(super) async fn wait(world: &World, id: &str) -> Answer {
    let path = format!("/v2/agent/{PROJECT}/job/{id}?wait=50");
    answer(world.program(Program::JobsRead, Method::GET, &path)).await
}

#[test]
fn the_end_is_noticed_with_no_browser_open() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 2s, pr]").await;
        let ended = wait(&world, &id).await;
        assert_eq!(ended.json()["status"], "completed", "{ended:?}");
        assert!(ended.json()["prLink"].as_str().unwrap().starts_with("https://"));
        let polls = world.sim.count(ServiceOperation::GetJob);
        assert!((1..=12).contains(&polls), "{polls} polls");
        // An ended job is answered at once.
        let start = Instant::now();
        assert_eq!(wait(&world, &id).await.json()["status"], "completed");
        assert!(start.elapsed() < Duration::from_secs(10));
        assert_eq!(world.sim.count(ServiceOperation::GetJob), polls, "an ended job is not polled");
    });
}

#[test]
fn a_slow_poll_does_not_delay_those_of_other_jobs() {
    run(async {
        const SLOW: Duration = Duration::from_secs(40);
        // The service has more time than that: its limit would end the poll.
        let mut options = quick();
        options.vars.push(("DOCKET_UPSTREAM_TIMEOUT_MS", Some("50000".to_owned())));
        let world = World::start(options).await;
        let slow = create(&world, "Update the guide [sim: never, poll-slow-bytes 40s forever]").await;
        let path = format!("/v2/agent/{PROJECT}/job/{slow}");
        let polled = async || {
            answer(world.program(Program::JobsRead, Method::GET, &path)).await;
            world.sim.count(ServiceOperation::GetJob)
        };
        until(polled, |count| *count > 0).await;
        let start = Instant::now();
        let quick = create(&world, "Update the quickstart [sim: 1s]").await;
        assert_eq!(wait(&world, &quick).await.json()["status"], "completed");
        assert!(start.elapsed() < SLOW / 2, "{:?}", start.elapsed());
    });
}

#[test]
fn a_thousand_waiting_requests_cost_as_many_polls_as_one() {
    run(async {
        let world = World::start(quick()).await;
        for waiting in [1, 10, 1000] {
            let id = create(&world, &format!("Update the quickstart for {waiting} [sim: 3s]")).await;
            let before = world.sim.count(ServiceOperation::GetJob);
            let all = futures_util::future::join_all((0..waiting).map(|_| wait(&world, &id))).await;
            assert!(all.iter().all(|answer| answer.json()["status"] == "completed"));
            let polls = world.sim.count(ServiceOperation::GetJob) - before;
            assert!(polls <= 15, "{polls} polls for {waiting} waiting requests");
        }
    });
}

#[test]
fn a_failed_poll_does_not_end_the_job() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 2s, poll-500 x2]").await;
        loop {
            let response = wait(&world, &id).await;
            assert_eq!(response.status, 200, "{response:?}");
            if response.json()["status"] != "active" {
                assert_eq!(response.json()["status"], "completed");
                break;
            }
        }
    });
}

#[test]
fn a_job_created_elsewhere_is_polled_once_a_program_asks_for_it() {
    run(async {
        let world = World::start(quick()).await;
        let url = format!("{}/v2/agent/{PROJECT}/job", world.sim.base_url());
        let created = reqwest::Client::new().post(url).bearer_auth(crate::harness::CANARY);
        let created: serde_json::Value = created
            .json(&json!({ "prompt": "Elsewhere [sim: 3s]" }))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let id = created["id"].as_str().unwrap();
        assert_eq!(wait(&world, id).await.json()["status"], "completed");
        let detail =
            answer(world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs/{id}")).await).await;
        assert_eq!(detail.json()["events"][0]["what"]["kind"], "attached", "{detail:?}");
        assert_eq!(detail.json()["job"]["author"], serde_json::Value::Null);
    });
}

#[test]
fn the_wait_is_at_least_one_and_at_most_55_seconds() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Take your time [sim: 1h]").await;
        for bad in ["0", "56", "-1", "soon"] {
            let path = format!("/v2/agent/{PROJECT}/job/{id}?wait={bad}");
            answer(world.program(Program::JobsRead, Method::GET, &path))
                .await
                .is_problem(400, "invalid_request");
        }
        let path = format!("/v2/agent/{PROJECT}/job/{id}?wait=1");
        let response = answer(world.program(Program::JobsRead, Method::GET, &path)).await;
        assert_eq!(
            (response.status, response.json()["status"].as_str()),
            (200, Some("active")),
            "{response:?}"
        );
    });
}
