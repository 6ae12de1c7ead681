//! Measures how well a team of ten gets by with 100 analytics requests per hour: `cargo xtask bench budget`.
//!
//! The hour is replayed twice: with the core on a simulated clock, so that data of today become old and are fetched
//! again; and over HTTP in workerd, one page view after the other, against the stand-in with its limit. The second
//! replay also measures backfills.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "a benchmark stops on what it does not expect, and uses a part of the tests' harness"
)]

#[path = "../../tests/http/harness/mod.rs"]
mod harness;
mod hour;
mod script;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;
mod tally;

use std::time::Duration;

use docket_sim::ServiceOperation;
use docket_wire::{BackfillKind, BackfillRequest, Day, Span, Utc, ZoneName};
use reqwest::Method;
use serde_json::Value;

use harness::{Answer, Options, Program, World, answer};
use script::PROJECTS;
use tally::Tally;

const PATHS: usize = 10_000;

fn main() {
    println!("An hour of ten people, on a simulated clock:");
    hour::run().print();
    harness::run_benchmark(async {
        println!("The same page views, over HTTP in workerd:");
        views().await.print();
        let (cold, warm) = month().await;
        println!("A trend of 30 days");
        println!("  calls cold {cold:>29}   (target: at most 30)");
        println!("  calls warm {warm:>29}   (target: at most 2)");
        println!("{PATHS} paths");
        println!("  calls {:>34}   (target: 40)", rows().await);
    });
}

/// A world in which Docket and the service both allow 100 requests per hour.
async fn world() -> World {
    let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some("100".to_owned()))];
    let service = |config: &mut docket_sim::Config| {
        config.analytics_per_hour = 100;
        config.paths = PATHS;
    };
    World::start_against(Options { vars }, service).await
}

async fn get(world: &World, project: &str, operation: &str, span: &Span, more: &str) -> Answer {
    let [from, to, zone] = span.pairs().map(|(name, value)| format!("{name}={value}"));
    let path = format!("/api/projects/{project}/visitors/{operation}?{from}&{to}&{zone}{more}");
    answer(world.program(Program::VisitorsRead, Method::GET, &path)).await
}

async fn run_backfill(world: &World, kind: BackfillKind, span: Span) {
    let path = format!("/api/projects/{}/visitors/backfill", PROJECTS[0]);
    let body = BackfillRequest { kind, span };
    let started = answer(world.program(Program::VisitorsRead, Method::POST, &path).json(&body)).await;
    assert_eq!(started.status, 202, "{started:?}");
    let path = format!("/api/projects/{}/visitors/budget", PROJECTS[0]);
    loop {
        let report = answer(world.program(Program::VisitorsRead, Method::GET, &path)).await.json();
        let backfills = report["backfills"].as_array().unwrap();
        if backfills.is_empty() {
            return;
        }
        let resumes_at = &backfills[0]["progress"]["resumesAt"];
        assert_eq!(resumes_at, &Value::Null, "the budget is exhausted: {report}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn today(world: &World) -> Day {
    Day::at(world.sim.now(), &Utc).unwrap()
}

async fn views() -> Tally {
    let world = world().await;
    let today = today(&world);
    let mut tally = Tally::default();
    run_backfill(&world, BackfillKind::Days, script::trend(today)).await;
    for view in script::hour(today) {
        let comparison = format!("&compare={}", view.comparison.as_str());
        tally.views += 1;
        let summary = get(&world, view.project, "summary", &view.span, &comparison).await;
        let is_complete = summary.status == 200 && summary.json()["compared"].is_object();
        tally.refusals += usize::from(!is_complete);
        if summary.status == 200 {
            let age_s = summary.header("Age").unwrap().parse().unwrap();
            tally.record(age_s, summary.json()["partial"] == true, summary.json()["stale"] == true);
        }
        assert_eq!(get(&world, view.project, "trend", &view.span, "").await.status, 200);
    }
    tally.calls = world.sim.count(ServiceOperation::GetVisitors);
    tally
}

/// Counts the calls for a month that was never loaded, and for a refresh of it.
async fn month() -> (usize, usize) {
    let world = world().await;
    let span = script::trend(today(&world));
    get(&world, PROJECTS[0], "trend", &span, "").await;
    run_backfill(&world, BackfillKind::Days, span.clone()).await;
    let cold = world.sim.count(ServiceOperation::GetVisitors);
    let whole = get(&world, PROJECTS[0], "trend", &span, "").await.json();
    assert_eq!((whole["days"].as_array().unwrap().len(), &whole["missing"]), (30, &0.into()));
    let path = format!("/api/projects/{}/visitors/trend", PROJECTS[0]);
    let [from, to, zone] = span.pairs().map(|(name, value)| format!("{name}={value}"));
    let refresh = world.program(Program::VisitorsRead, Method::GET, &format!("{path}?{from}&{to}&{zone}"));
    assert_eq!(answer(refresh.header("Cache-Control", "no-cache")).await.status, 200);
    (cold, world.sim.count(ServiceOperation::GetVisitors) - cold)
}

/// Counts the calls for all rows of a range.
async fn rows() -> usize {
    let world = world().await;
    let today = today(&world);
    let span = Span::new(today.plus(-399).unwrap(), today.plus(-1).unwrap(), ZoneName::utc()).unwrap();
    run_backfill(&world, BackfillKind::Paths, span).await;
    world.sim.count(ServiceOperation::GetVisitors)
}
