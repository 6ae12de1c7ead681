//! The alarm is set again on every path, so that no job waits for a request.

use docket_sim::ServiceOperation;
use reqwest::Method;
use serde_json::{Value, json};

use super::{create, wait};
use crate::harness::stored::{
    alarm, alarm_if_set, change_schema, lose_alarm, make_alarm_due, make_polls_due,
};
use crate::harness::{Options, PROJECT, World, answer, now_ms, run, until};

const JOBS: &str = "JobsObject";
const SECRET: &str = "0123456789abcdef0123456789abcdef";
const COULD_NOT_OPEN: &str = "JobsObject could not open";

/// Jobs take so long here that no alarm fires by itself during a test.
fn slow() -> Options {
    Options { vars: vec![("DOCKET_TYPICAL_JOB_S", Some("3600".to_owned()))] }
}

/// Creates a job that ends at the service before Docket polls it.
async fn ended(world: &World) -> String {
    let id = create(world, "Update the quickstart [sim: never]").await;
    assert!(world.sim.end_job(&id, None));
    id
}

/// The object opens without a request, so its alarm has fired, and the end of the job is noticed.
async fn ends_by_itself(world: &World, job: &str) {
    assert!(world.worker.has_logged("the jobs object opened").await, "{}", world.worker.log());
    until(async || wait(world, job).await.json(), |job| job["status"] != "active").await;
    assert!(world.sim.count(ServiceOperation::GetJob) > 0);
}

#[test]
fn a_job_ends_by_itself_after_a_broken_setting_is_repaired() {
    run(async {
        let mut world = World::start(slow()).await;
        let id = ended(&world).await;
        world.worker.set("DOCKET_SESSION_SECRET", "short");
        let mut world = world.restarted_after(|state| make_alarm_due(state, JOBS)).await;
        assert!(world.worker.has_logged(COULD_NOT_OPEN).await, "{}", world.worker.log());
        world.worker.set("DOCKET_SESSION_SECRET", SECRET);
        let world = world.restarted_after(make_polls_due).await;
        ends_by_itself(&world, &id).await;
    });
}

#[test]
fn a_job_ends_by_itself_after_a_rollback_past_a_migration() {
    run(async {
        let world = World::start(slow()).await;
        let id = ended(&world).await;
        let world = world
            .restarted_after(|state| {
                change_schema(state, JOBS, 900);
                make_alarm_due(state, JOBS);
            })
            .await;
        let warning = format!(r#""level":"warning","message":"{COULD_NOT_OPEN}"#);
        assert!(world.worker.has_logged(&warning).await, "{}", world.worker.log());
        let world = world
            .restarted_after(|state| {
                change_schema(state, JOBS, -900);
                make_polls_due(state);
            })
            .await;
        ends_by_itself(&world, &id).await;
    });
}

#[test]
fn a_read_sets_an_alarm_that_was_lost() {
    run(async {
        let world = World::start(slow()).await;
        let id = ended(&world).await;
        let world = world.restarted_after(|state| lose_alarm(state, JOBS)).await;
        let list = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs")).await;
        assert_eq!(answer(list).await.status, 200);
        let world = world.restarted_after(make_polls_due).await;
        ends_by_itself(&world, &id).await;
    });
}

#[test]
fn the_log_says_once_that_polling_is_late_and_once_that_it_is_on_time_again() {
    run(async {
        let world = World::start(slow()).await;
        ended(&world).await;
        let of = |world: &World, message: &str| {
            let lines = world.worker.log();
            let lines: Vec<Value> = lines
                .lines()
                .filter(|line| line.starts_with('{') && line.contains(message))
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let [line] = lines.as_slice() else { panic!("{message}: {lines:?}") };
            assert_eq!(line["project"], PROJECT);
            line["level"].clone()
        };
        let world = world.restarted_after(make_polls_due).await;
        assert!(world.worker.has_logged("polling is on time again").await, "{}", world.worker.log());
        assert_eq!(of(&world, "polling is late"), "warning");
        assert_eq!(of(&world, "polling is on time again"), "info");
        assert_eq!(world.sim.count(ServiceOperation::GetJob), 1);
    });
}

#[test]
fn a_request_logs_that_polling_is_late_because_its_alarm_was_lost() {
    run(async {
        let world = World::start(slow()).await;
        ended(&world).await;
        let world = world
            .restarted_after(|state| {
                make_polls_due(state);
                lose_alarm(state, JOBS);
            })
            .await;
        let list = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs")).await;
        assert_eq!(answer(list).await.status, 200);
        assert!(world.worker.has_logged("polling is late").await, "{}", world.worker.log());
        assert!(world.worker.has_logged("polling is on time again").await, "{}", world.worker.log());
    });
}

#[test]
fn a_request_sets_the_alarm_of_an_object_that_cannot_open() {
    run(async {
        let world = World::start(slow()).await;
        let id = ended(&world).await;
        let world = world
            .restarted_after(|state| {
                change_schema(state, JOBS, 900);
                lose_alarm(state, JOBS);
            })
            .await;
        let list = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs")).await;
        answer(list).await.is_problem(503, "newer_schema");
        let world = world
            .restarted_after(|state| {
                change_schema(state, JOBS, -900);
                make_polls_due(state);
            })
            .await;
        ends_by_itself(&world, &id).await;
    });
}

#[test]
fn a_project_that_is_taken_out_of_the_settings_keeps_its_follow_ups_and_is_not_polled() {
    run(async {
        let mut options = slow();
        options.vars.push(("DOCKET_AGENT_PER_HOUR", Some("1".to_owned())));
        let mut world = World::start(options).await;
        let id = create(&world, "Update the quickstart [sim: 1s]").await;
        until(async || answer(current(&world, &id)).await.json(), |job| job["status"] != "active").await;
        let path = format!("/api/projects/{PROJECT}/jobs/{id}/follow-ups");
        let queued =
            answer(world.ada(Method::POST, &path).await.json(&json!({ "prompt": "Later [sim: 1s]" }))).await;
        assert_eq!(queued.json()["state"], "queued", "the budget has no prompt left: {queued:?}");

        let projects = world.worker.setting("DOCKET_PROJECTS");
        world.worker.set("DOCKET_PROJECTS", r#"[{"id": "acme-api"}]"#);
        world.worker.set("DOCKET_AGENT_PER_HOUR", "100");
        world.sim.clear_requests();
        let mut world = world.restarted_after(|state| make_alarm_due(state, JOBS)).await;
        let is_idle =
            format!("a jobs object has work for a project that is not in DOCKET_PROJECTS: {PROJECT}");
        assert!(world.worker.has_logged(&is_idle).await, "{}", world.worker.log());
        assert_eq!(world.sim.requests(), []);
        // workerd stores the next alarm only after the handler that has logged this.
        let next = async || alarm_if_set(&world.worker.state(), JOBS);
        until(next, |at_ms| at_ms.is_some_and(|at_ms| at_ms >= now_ms())).await;

        world.worker.set("DOCKET_PROJECTS", &projects);
        let world = world
            .restarted_after(|state| {
                let next_ms = alarm(state, JOBS) - now_ms();
                assert!((50 * 60_000..=60 * 60_000).contains(&next_ms), "the next alarm is in {next_ms} ms");
                make_alarm_due(state, JOBS);
            })
            .await;
        assert!(world.worker.has_logged("the jobs object opened").await);
        // A read that wants the current state has the job polled, and so finds it idle.
        until(
            async || {
                (answer(current(&world, &id)).await.json(), world.sim.count(ServiceOperation::SendMessage))
            },
            |(job, sent)| job["status"] != "active" && *sent > 0,
        )
        .await;
        let sent = world.sim.jobs().into_iter().find(|job| job.id == id).unwrap();
        assert_eq!(sent.prompts.last().unwrap(), "Later [sim: 1s]");
    });
}

fn current(world: &World, id: &str) -> reqwest::RequestBuilder {
    let path = format!("/v2/agent/{PROJECT}/job/{id}");
    world.program(crate::harness::Program::JobsRead, Method::GET, &path).header("Cache-Control", "no-cache")
}
