//! How far a team gets with the hour's hundred requests for visitor figures: `cargo xtask bench budget`.
//!
//! The hour is replayed twice: on a clock that is moved by hand, with the archive's own decisions, since in an hour's
//! time figures of today grow old and are asked for again; and over HTTP in workerd, one look after the other, against
//! the stand-in with its limit on. Loading is measured in the second world as well.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    missing_docs,
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

use docket_sim::Operation;
use docket_wire::{BackfillKind, BackfillRequest, Day, Span, Utc, ZoneName};
use reqwest::Method;
use serde_json::Value;

use harness::{Answer, Options, Program, World, answer};
use script::{PROJECTS, PollTask};
use tally::Tally;

const PATHS: usize = 10_000;

fn main() {
    println!("An hour of ten people over every range, in an hour's time:");
    hour::run().print();
    harness::run(async {
        println!("The same looks one after the other, over HTTP in workerd:");
        looks().await.print();
        let (cold, warm) = month().await;
        println!("A trend of 30 days");
        println!("  calls cold {cold:>29}   (to reach: at most 30)");
        println!("  calls warm {warm:>29}   (to reach: at most 2)");
        println!("{PATHS} paths");
        println!("  calls {:>34}   (to reach: 40)", rows().await);
    });
}

/// A world in which both Docket and the service keep to a hundred an hour.
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

async fn gather(world: &World, kind: BackfillKind, span: Span) {
    let path = format!("/api/projects/{}/visitors/backfill", PROJECTS[0]);
    let body = BackfillRequest { kind, span };
    let begun = answer(world.program(Program::VisitorsRead, Method::POST, &path).json(&body)).await;
    assert_eq!(begun.status, 202, "{begun:?}");
    let path = format!("/api/projects/{}/visitors/budget", PROJECTS[0]);
    loop {
        let told = answer(world.program(Program::VisitorsRead, Method::GET, &path)).await.json();
        let waiting = told["backfills"].as_array().unwrap();
        if waiting.is_empty() {
            return;
        }
        let waits = &waiting[0]["progress"]["resumesAt"];
        assert_eq!(waits, &Value::Null, "the budget is spent: {told}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn today(world: &World) -> Day {
    Day::at(world.sim.now(), &Utc).unwrap()
}

async fn looks() -> Tally {
    let world = world().await;
    let today = today(&world);
    let mut tally = Tally::default();
    gather(&world, BackfillKind::Days, script::trend(today)).await;
    for look in script::hour(today) {
        let comparison = format!("&compare={}", look.comparison.as_str());
        tally.looks += 1;
        let told = get(&world, look.project, "summary", &look.span, &comparison).await;
        let is_whole = told.status == 200 && told.json()["compared"].is_object();
        tally.refusals += usize::from(!is_whole);
        if told.status == 200 {
            let age_s = told.header("Age").unwrap().parse().unwrap();
            tally.saw(age_s, told.json()["partial"] == true, told.json()["stale"] == true);
        }
        assert_eq!(get(&world, look.project, "trend", &look.span, "").await.status, 200);
    }
    tally.calls = world.sim.count(Operation::GetVisitors);
    tally
}

/// Calls for a month that nobody has looked at, and once more.
async fn month() -> (usize, usize) {
    let world = world().await;
    let span = script::trend(today(&world));
    get(&world, PROJECTS[0], "trend", &span, "").await;
    gather(&world, BackfillKind::Days, span.clone()).await;
    let cold = world.sim.count(Operation::GetVisitors);
    let whole = get(&world, PROJECTS[0], "trend", &span, "").await.json();
    assert_eq!((whole["days"].as_array().unwrap().len(), &whole["missing"]), (30, &0.into()));
    let path = format!("/api/projects/{}/visitors/trend", PROJECTS[0]);
    let [from, to, zone] = span.pairs().map(|(name, value)| format!("{name}={value}"));
    let force_refresh =
        world.program(Program::VisitorsRead, Method::GET, &format!("{path}?{from}&{to}&{zone}"));
    assert_eq!(answer(force_refresh.header("Cache-Control", "no-cache")).await.status, 200);
    (cold, world.sim.count(Operation::GetVisitors) - cold)
}

/// Calls for every row of a range.
async fn rows() -> usize {
    let world = world().await;
    let today = today(&world);
    let span = Span::new(today.plus(-399).unwrap(), today.plus(-1).unwrap(), ZoneName::utc()).unwrap();
    gather(&world, BackfillKind::Paths, span).await;
    world.sim.count(Operation::GetVisitors)
}
