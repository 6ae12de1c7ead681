//! Docket sees changes of a job after its end, and while nothing else polls it.

use std::time::{Duration, Instant};

use docket_sim::{FaultKind, RetryAfter, ServiceOperation, SimFault};
use futures_util::future::{Either, join_all, select};
use reqwest::Method;
use serde_json::{Value, json};

use super::{create, quick, wait};
use crate::harness::stored::{alarm_if_set, change, make_polls_due};
use crate::harness::{Answer, CANARY, Options, PROJECT, Program, World, answer, run, until};

const POLLING: &str = "Docket-Polling";

async fn read(world: &World, id: &str, is_current: bool) -> Answer {
    let request = world.program(Program::JobsRead, Method::GET, &format!("/v2/agent/{PROJECT}/job/{id}"));
    answer(if is_current { request.header("Cache-Control", "no-cache") } else { request }).await
}

/// Reads a job's current state until it has a status.
async fn read_until(world: &World, id: &str, status: &str) -> Answer {
    until(async || read(world, id, true).await, |answer| answer.json()["status"] == status).await
}

async fn patch(world: &World, id: &str, body: Value) -> Answer {
    answer(world.ada(Method::PATCH, &format!("/api/projects/{PROJECT}/jobs/{id}")).await.json(&body)).await
}

async fn created_elsewhere(world: &World, prompt: &str) -> String {
    let url = format!("{}/v2/agent/{PROJECT}/job", world.sim.base_url());
    let created = reqwest::Client::new().post(url).bearer_auth(CANARY).json(&json!({ "prompt": prompt }));
    let created: Value = created.send().await.unwrap().json().await.unwrap();
    created["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_reader_who_wants_the_current_state_sees_what_happened_to_an_ended_job() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1s, pr]").await;
        assert_eq!(wait(&world, &id).await.json()["status"], "completed");
        assert!(world.sim.archive_job(&id));
        let stored = read(&world, &id, false).await;
        assert_eq!(
            (stored.json()["status"].as_str(), stored.header(POLLING)),
            (Some("completed"), Some("ended"))
        );
        let archived = read_until(&world, &id, "archived").await;
        assert!(archived.json()["archivedAt"].is_string(), "{archived:?}");

        assert!(world.sim.resume_job(&id, Duration::from_secs(4)));
        assert_eq!(read_until(&world, &id, "active").await.header(POLLING), Some("scheduled"));
        assert_eq!(wait(&world, &id).await.json()["status"], "completed", "it is polled again until it ends");
    });
}

#[test]
fn an_ended_job_is_polled_by_the_alarm() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1s, pr, archive 1s]").await;
        assert_eq!(wait(&world, &id).await.json()["status"], "completed");
        world.sim.advance(Duration::from_secs(1));
        let world = world.restarted_after(make_polls_due).await;
        assert!(world.worker.has_logged("the jobs object opened").await, "{}", world.worker.log());
        let polled =
            until(async || read(&world, &id, false).await, |answer| answer.json()["status"] != "completed");
        assert_eq!(polled.await.json()["status"], "archived");
    });
}

#[test]
fn an_ended_job_is_polled_for_its_newest_history_and_not_for_earlier_pages() {
    const JOBS: &str = "JobsObject";
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: 1s, pr]").await;
        assert_eq!(wait(&world, &id).await.json()["status"], "completed");
        let world =
            world.restarted_after(|state| change(state, JOBS, "UPDATE jobs SET checked_at = 1")).await;
        let history = async |query: &str| {
            let path = format!("/api/projects/{PROJECT}/jobs/{id}{query}");
            let page = answer(world.ada(Method::GET, &path).await).await;
            assert_eq!((page.status, &page.json()["job"]["id"]), (200, &json!(id)), "{page:?}");
            page.json()["events"].as_array().unwrap().len()
        };
        let list = format!("/api/projects/{PROJECT}/jobs");
        assert_eq!(answer(world.ada(Method::GET, &list).await).await.status, 200);
        let state = world.worker.state();
        let (polls, alarm) = (world.sim.count(ServiceOperation::GetJob), alarm_if_set(&state, JOBS));
        assert_eq!(history("?before=0").await, 0, "the job alone");
        assert_eq!((world.sim.count(ServiceOperation::GetJob), alarm_if_set(&state, JOBS)), (polls, alarm));
        assert_ne!(history("").await, 0);
        // A read of the history makes a poll due.
        let polled = async || {
            history("").await;
            world.sim.count(ServiceOperation::GetJob)
        };
        until(polled, |count| *count > polls).await;
    });
}

#[test]
fn equal_reads_of_the_current_state_share_one_poll() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never, poll-slow-bytes 1s forever]").await;
        patch(&world, &id, json!({ "polling": false })).await;
        let before = world.sim.count(ServiceOperation::GetJob);
        while world.sim.count(ServiceOperation::GetJob) == before {
            let answers = join_all((0..20).map(|_| read(&world, &id, true))).await;
            assert!(answers.iter().all(|answer| answer.status == 200));
        }
        assert_eq!(world.sim.count(ServiceOperation::GetJob), before + 1);
    });
}

#[test]
fn a_program_that_waits_for_a_job_whose_polling_was_stopped_sees_its_end() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let stopped = patch(&world, &id, json!({ "polling": false })).await;
        assert_eq!(stopped.json()["polling"]["state"], "stopped", "{stopped:?}");
        assert_eq!(read(&world, &id, false).await.header(POLLING), Some("stopped"));
        assert!(world.sim.end_job(&id, None));
        let ended = wait(&world, &id).await;
        assert_ne!(ended.json()["status"], "active", "{ended:?}");
        assert_eq!(ended.header(POLLING), Some("ended"));
    });
}

#[test]
fn a_job_that_the_service_no_longer_has_is_answered_with_404() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never, poll-404 forever]").await;
        while wait(&world, &id).await.status == 200 {}
        let missing = wait(&world, &id).await;
        missing.is_problem(404, "unknown_job");
        assert_eq!(missing.header(POLLING), Some("suspended"));
    });
}

#[test]
fn equal_requests_for_an_unknown_job_are_one_request_within_the_budget() {
    run(async {
        let vars = vec![("DOCKET_POLLS_PER_HOUR", Some("4".to_owned()))];
        let world = World::start(Options { vars }).await;
        let id = created_elsewhere(&world, "Elsewhere [sim: never, poll-slow-bytes 1s]").await;
        let answers = join_all((0..20).map(|_| read(&world, &id, false))).await;
        assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1);
        read(&world, "nonsense", false).await.is_problem(404, "unknown_job");
        let refused = read(&world, "more-nonsense", false).await;
        refused.is_problem(429, "budget_exhausted");
        assert!(refused.header("Retry-After").is_some());
        assert_eq!(
            world.sim.count(ServiceOperation::GetJob),
            2,
            "programs leave half of the polls to others"
        );
    });
}

#[test]
fn a_job_that_waits_for_the_pause_of_the_service_says_so() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let throttled =
            SimFault::new(FaultKind::Throttled(RetryAfter::Seconds)).lasting(Duration::from_secs(40));
        world.sim.inject(ServiceOperation::GetJob, throttled, 1);
        let is_stale = |answer: &Answer| answer.header("Docket-Stale").is_some();
        until(async || read(&world, &id, true).await, is_stale).await;
        let paused = read(&world, "nonsense", false).await;
        paused.is_problem(429, "service_paused");
        assert!(paused.problem().error.contains("asked Docket to wait until 20"), "{paused:?}");
        let wait_s: u64 = paused.header("Retry-After").unwrap().parse().unwrap();
        assert!((1..=40).contains(&wait_s), "{wait_s}");
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1);
    });
}

#[test]
fn a_read_says_that_it_should_be_newer_while_polls_fail() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        assert_eq!(read(&world, &id, false).await.header("Docket-Stale"), None);
        world.sim.inject(ServiceOperation::GetJob, SimFault::status(500), u32::MAX);
        let plain = async || read(&world, &id, false).await;
        let failing = until(plain, |answer| answer.header("Docket-Stale").is_some()).await;
        assert_eq!((failing.status, failing.header(POLLING)), (200, Some("scheduled")));
        world.sim.clear_faults();
        // A read polls at most once a second.
        until(async || read(&world, &id, true).await, |answer| answer.header("Docket-Stale").is_none()).await;
        assert_eq!(plain().await.header("Docket-Stale"), None);
    });
}

#[test]
fn a_wait_does_not_end_because_of_a_label() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let start = Instant::now();
        let path = format!("/v2/agent/{PROJECT}/job/{id}?wait=3");
        let mut waiting = Box::pin(answer(world.program(Program::JobsRead, Method::GET, &path)));
        for n in 0_u32.. {
            let labelled = Box::pin(patch(&world, &id, json!({ "labels": [n.to_string()] })));
            match select(waiting, labelled).await {
                Either::Left((answer, _)) => {
                    assert_eq!(answer.json()["status"], "active");
                    break;
                }
                Either::Right((_, still_waiting)) => waiting = still_waiting,
            }
        }
        assert!(start.elapsed() >= Duration::from_secs(3), "{:?}", start.elapsed());
    });
}

#[test]
fn polling_does_not_stop_while_follow_ups_are_queued() {
    run(async {
        let world = World::start(quick()).await;
        let id = create(&world, "Update the quickstart [sim: never]").await;
        let path = format!("/api/projects/{PROJECT}/jobs/{id}/follow-ups");
        let queued = answer(world.ada(Method::POST, &path).await.json(&json!({ "prompt": "Later" }))).await;
        assert_eq!(queued.status, 202, "{queued:?}");
        patch(&world, &id, json!({ "polling": false })).await.is_problem(409, "submission_state");
    });
}
