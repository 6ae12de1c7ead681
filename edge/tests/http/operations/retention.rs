//! Docket deletes what has expired, and a preview counts it beforehand.

use std::time::{Duration, Instant};

use docket_wire::{JobDetail, JobEntry, Retention, Snapshot};
use reqwest::Method;
use serde_json::json;

use crate::harness::stored::change;
use crate::harness::{Options, PROJECT, Program, World, answer, run, shared};

const DAY_MS: i64 = 86_400_000;

fn path(query: &str) -> String {
    format!("/api/projects/{PROJECT}/retention{query}")
}

async fn world(vars: &[(&'static str, &str)]) -> World {
    let vars = vars.iter().map(|(name, value)| (*name, Some((*value).to_owned()))).collect();
    World::start(Options { vars }).await
}

async fn preview(world: &World, query: &str) -> Retention {
    let found = answer(world.ada(Method::GET, &path(query)).await).await;
    assert_eq!(found.status, 200, "{}", found.text);
    serde_json::from_value(found.json()).unwrap()
}

async fn create(world: &World, prompt: &str, key: &str) -> String {
    let create = world.ada(Method::POST, &format!("/v2/agent/{PROJECT}/job")).await;
    let created = create.header("Idempotency-Key", key).json(&json!({ "prompt": prompt }));
    answer(created).await.json()["id"].as_str().unwrap().to_owned()
}

async fn jobs(world: &World) -> Vec<JobEntry> {
    let list = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs")).await;
    serde_json::from_value::<Snapshot>(answer(list).await.json()).unwrap().jobs
}

/// Waits until the list of jobs is as it should be: each change of the ledger ends one wait.
async fn jobs_when(world: &World, is_so: impl Fn(&[JobEntry]) -> bool) -> Vec<JobEntry> {
    let until = Instant::now() + Duration::from_secs(30);
    let changes = |since: u64| format!("/api/projects/{PROJECT}/changes?since={since}&wait=5");
    loop {
        let list = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs")).await;
        let snapshot: Snapshot = serde_json::from_value(answer(list).await.json()).unwrap();
        if is_so(&snapshot.jobs) {
            return snapshot.jobs;
        }
        assert!(Instant::now() < until, "{:?}", snapshot.jobs);
        answer(world.ada(Method::GET, &changes(snapshot.revision)).await).await;
    }
}

/// The world after so many days, in which nobody did anything.
async fn after(world: World, days: i64) -> World {
    let ms = days * DAY_MS;
    world
        .restarted_after(|state| {
            let jobs = format!(
                "UPDATE jobs SET added_at = added_at - {ms}, active_since = active_since - {ms},
                     ended_at = ended_at - {ms}, next_poll_at = NULL WHERE ended_at IS NOT NULL;
                 UPDATE submissions SET submitted_at = submitted_at - {ms};"
            );
            jobs.split_inclusive(';').for_each(|sql| change(state, "JobsObject", sql));
        })
        .await
}

/// The world after so many days, in which nobody asked for visitors.
async fn after_asking(world: World, days: i64) -> World {
    let ms = days * DAY_MS;
    world
        .restarted_after(|state| {
            for sql in [
                format!("UPDATE totals SET checked_at = checked_at - {ms}"),
                format!("UPDATE cache_entries SET fetched_at = fetched_at - {ms}"),
            ] {
                change(state, "AnalyticsObject", &sql);
            }
        })
        .await
}

async fn has_ended(world: &World, count: usize) {
    jobs_when(world, |jobs| jobs.iter().filter(|job| job.ended_at.is_some()).count() == count).await;
}

#[test]
fn an_ended_job_is_deleted_after_its_days_and_is_then_one_that_docket_never_knew() {
    run(async {
        let world = world(&[("DOCKET_JOBS_DAYS", "30")]).await;
        let id = create(&world, "Goes one day [sim: 0s]", "k1").await;
        create(&world, "Is at work [sim: 1h]", "k2").await;
        has_ended(&world, 1).await;
        assert_eq!(preview(&world, "").await.jobs.jobs.expired, 0);
        let world = after(world, 31).await;

        let left = jobs_when(&world, |jobs| jobs.len() == 1).await;
        assert_eq!(left[0].title.as_deref(), Some("Is at work [sim: 1h]"));
        let detail = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs/{id}")).await;
        answer(detail).await.is_problem(404, "unknown_job");
        let deleted = preview(&world, "").await.jobs.jobs;
        assert_eq!((deleted.days, deleted.expired, deleted.oldest), (Some(30), 0, None));

        // The service still has it, and a program may ask.
        let read = world.ada(Method::GET, &format!("/v2/agent/{PROJECT}/job/{id}")).await;
        let job = answer(read).await;
        assert_eq!((job.status, job.json()["status"].as_str()), (200, Some("completed")));
        let imported = jobs(&world).await;
        assert!(imported.iter().any(|job| job.id.as_str() == id && job.title.is_none()), "{imported:?}");
        let log = world.log().await;
        assert!(log.contains(&format!(r#"{{"deleted":"jobs","count":1,"project":"{PROJECT}"}}"#)), "{log}");
    });
}

#[test]
fn a_deleted_prompt_leaves_its_job_and_its_key() {
    run(async {
        let world = world(&[("DOCKET_PROMPTS_DAYS", "7")]).await;
        let id = create(&world, "Quokka habitats [sim: 0s]", "k1").await;
        has_ended(&world, 1).await;
        let world = after(world, 8).await;
        let jobs = jobs_when(&world, |jobs| jobs[0].prompts_deleted_after_days == Some(7)).await;
        assert_eq!((jobs[0].id.as_str(), jobs[0].title.as_deref()), (id.as_str(), None));
        assert!(jobs[0].author.is_some() && jobs[0].ended_at.is_some());
        let detail = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/jobs/{id}")).await;
        let detail = answer(detail).await;
        assert!(!detail.text.contains("Quokka"), "{}", detail.text);
        let detail: JobDetail = serde_json::from_value(detail.json()).unwrap();
        assert_eq!(detail.submissions[0].prompt_deleted_after_days, Some(7));
        let submission = &detail.submissions[0].id;
        let one = world.ada(Method::GET, &format!("/api/projects/{PROJECT}/submissions/{submission}")).await;
        assert_eq!(answer(one).await.json()["promptDeletedAfterDays"], 7);

        let again = create(&world, "Quokka habitats [sim: 0s]", "k1").await;
        assert_eq!(again, id, "the request is recognized");
        let other = world.ada(Method::POST, &format!("/v2/agent/{PROJECT}/job")).await;
        let other = other.header("Idempotency-Key", "k1").json(&json!({ "prompt": "Another prompt" }));
        answer(other).await.is_problem(409, "idempotency_conflict");
    });
}

#[test]
fn a_preview_counts_with_other_days_and_deletes_nothing() {
    run(async {
        let world = world(&[]).await;
        create(&world, "Stays forever [sim: 0s]", "k1").await;
        has_ended(&world, 1).await;
        let visitors =
            format!("/v1/analytics/{PROJECT}/visitors?dateFrom=2026-01-01&dateTo=2026-02-01&limit=10");
        assert_eq!(answer(world.ada(Method::GET, &visitors).await).await.status, 200);
        let world = after(world, 20).await;
        let fresh = preview(&world, "?visitorsDays=10").await.analytics.unwrap().visitors;
        assert_eq!(fresh.expired, 0, "they were just asked for, and stay for a day");
        let world = after_asking(world, 2).await;
        let set = preview(&world, "").await;
        assert_eq!((set.jobs.jobs.days, set.jobs.jobs.counted_days, set.jobs.jobs.expired), (None, None, 0));
        assert_eq!(set.jobs.audit.days, Some(365));
        let other = preview(&world, "?jobsDays=10&promptsDays=10&visitorsDays=10&auditDays=1").await;
        assert_eq!((other.jobs.jobs.counted_days, other.jobs.jobs.expired), (Some(10), 1));
        assert_eq!((other.jobs.prompts.expired, other.jobs.audit.counted_days), (1, Some(1)));
        let visitors = other.analytics.unwrap().visitors;
        assert_eq!((visitors.expired, visitors.more), (2, false), "totals and the answer");
        assert_eq!(preview(&world, "?jobsDays=30").await.jobs.jobs.expired, 0);
        assert_eq!(jobs(&world).await.len(), 1);

        for (query, field) in
            [("?jobsDays=7", "jobsDays"), ("?promptsDays=0", "promptsDays"), ("?days=3", "days")]
        {
            let invalid = answer(world.ada(Method::GET, &path(query)).await).await;
            invalid.is_problem(400, "invalid_request");
            assert_eq!(invalid.problem().field.as_deref(), Some(field));
        }
    });
}

#[test]
fn visitors_of_old_days_are_deleted_and_can_be_requested_again() {
    run(async {
        let world = world(&[("DOCKET_VISITORS_DAYS", "30")]).await;
        let visitors =
            format!("/v1/analytics/{PROJECT}/visitors?dateFrom=2026-01-01&dateTo=2026-02-01&limit=10");
        let first = answer(world.ada(Method::GET, &visitors).await).await;
        let world = after_asking(world, 2).await;
        let until = Instant::now() + Duration::from_secs(30);
        let budget = format!("/api/projects/{PROJECT}/visitors/budget");
        while preview(&world, "").await.analytics.unwrap().visitors.expired > 0 {
            assert!(Instant::now() < until, "the visitors are still there");
            // Each request sets the alarm if it is lost.
            answer(world.ada(Method::GET, &budget).await).await;
        }
        let again = answer(world.ada(Method::GET, &visitors).await).await;
        assert_eq!((again.status, again.text), (200, first.text));
        assert_eq!(preview(&world, "").await.analytics.unwrap().visitors.expired, 0, "they stay for a day");
    });
}

#[test]
fn a_program_without_visitors_sees_the_retention_of_jobs() {
    run(async {
        let world = shared().await;
        let jobs = answer(world.program(Program::JobsRead, Method::GET, &path(""))).await;
        let jobs: Retention = serde_json::from_value(jobs.json()).unwrap();
        assert_eq!((jobs.jobs.jobs.days, jobs.analytics), (None, None));
        let everything = answer(world.program(Program::Everything, Method::GET, &path(""))).await;
        assert!(everything.json()["analytics"]["visitors"]["days"].is_null(), "{}", everything.text);
        let missing = world.ada(Method::GET, "/api/projects/no-such-project/retention").await;
        answer(missing).await.is_problem(404, "unknown_project");
    });
}
