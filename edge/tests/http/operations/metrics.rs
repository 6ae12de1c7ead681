//! `GET /api/metrics`: the metrics after known events, and who gets which.

use docket_core::metrics::METRICS;
use reqwest::Method;
use serde_json::json;

use crate::harness::stored::{change, lose_alarm};
use crate::harness::{
    OTHER_PROJECT, Options, PROJECT, Person, Program, World, answer, fault_project, run, shared, until,
};

async fn scrape(world: &World) -> String {
    let scraped = answer(world.program(Program::MetricsRead, Method::GET, "/api/metrics")).await;
    assert_eq!(scraped.status, 200, "{scraped:?}");
    assert_eq!(scraped.header("Content-Type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert_eq!(scraped.header("Cache-Control"), Some("no-store"));
    scraped.text
}

/// The value of a series of a project, in which `labels` come after the project.
fn value(text: &str, name: &str, project: &str, labels: &str) -> f64 {
    let comma = if labels.is_empty() { "" } else { "," };
    let start = format!("{name}{{project=\"{project}\"{comma}{labels}}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&start));
    line.unwrap_or_else(|| panic!("{start} is not in {text}")).parse().unwrap()
}

/// Creates a job that ends at once, and waits until Docket has noticed.
async fn run_job(world: &World) {
    let create = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
    let created = answer(create.json(&json!({ "prompt": "A secret prompt [sim: 100ms]" }))).await;
    assert_eq!(created.status, 201, "{created:?}");
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/v2/agent/{PROJECT}/job/{id}?wait=50");
    let job = answer(world.program(Program::JobsRead, Method::GET, &path)).await;
    assert_eq!(job.json()["status"], "completed", "{job:?}");
}

async fn visitors(world: &World, project: &str) -> u16 {
    let path = format!("/v1/analytics/{project}/visitors?dateFrom=2026-01-01&dateTo=2026-01-02");
    answer(world.program(Program::VisitorsRead, Method::GET, &path)).await.status
}

#[test]
fn metrics_have_what_happened_and_survive_a_restart() {
    run(async {
        let world = World::start(Options::default()).await;
        run_job(&world).await;
        for _ in 0..2 {
            assert_eq!(visitors(&world, PROJECT).await, 200);
        }
        let requests = world.sim.requests().len();
        let text = scrape(&world).await;
        assert_eq!(world.sim.requests().len(), requests, "a scrape asks the service for nothing");
        let of = |name: &str, labels: &str| value(&text, name, PROJECT, labels);
        assert!(of("docket_polls_total", "") >= 1.0);
        assert_eq!(of("docket_job_end_delay_seconds_count", ""), 1.0);
        assert!(of("docket_job_end_delay_seconds_sum", "") > 0.0);
        assert_eq!(of("docket_budget_remaining", "budget=\"prompts\""), 9_999.0);
        assert_eq!(of("docket_budget_limit", "budget=\"visitors\""), 10_000.0);
        assert_eq!(of("docket_visitors_lookups_total", "result=\"miss\""), 1.0);
        assert_eq!(of("docket_visitors_lookups_total", "result=\"hit\""), 1.0);
        assert_eq!(of("docket_open_jobs", "polling=\"scheduled\""), 0.0);
        assert_eq!(of("docket_polling_late", ""), 0.0);
        for object in ["jobs", "analytics"] {
            let label = format!("object=\"{object}\"");
            assert_eq!(of("docket_object_up", &label), 1.0);
            assert!(of("docket_rows_read_total", &label) > 0.0, "{text}");
            assert!(of("docket_storage_bytes", &label) > 4_096.0);
        }
        for series in ["secret", "2026-01-01", "mint_", "visitors?"] {
            assert!(!text.contains(series), "{series}");
        }

        let world = world.restarted().await;
        let after = scrape(&world).await;
        for metric in METRICS.iter().filter(|metric| metric.name.ends_with("_total")) {
            for series in metric.series {
                let [before, after] =
                    [&text, &after].map(|text| value(text, metric.name, PROJECT, series.labels));
                assert!(after >= before, "{} {}: {before} and {after}", metric.name, series.labels);
            }
        }
        assert_eq!(value(&after, "docket_job_end_delay_seconds_count", PROJECT, ""), 1.0);
    });
}

#[test]
fn every_kind_of_failure_is_counted() {
    run(async {
        let world = World::start(Options::default()).await;
        let faults = [
            ("422", "service_rejected"),
            ("403", "service_rejected_key"),
            ("429-bare", "service_throttled"),
            ("500", "service_failed"),
            ("redirect", "service_bad_answer"),
            ("drop", "service_unreachable"),
            ("timeout_10s", "service_timeout"),
        ];
        let jobs = async |fault: &str| {
            let path = format!("/v2/agent/{}/job/some-job", fault_project(fault));
            answer(world.program(Program::JobsRead, Method::GET, &path)).await.status
        };
        for (fault, _) in faults {
            assert!(visitors(&world, &fault_project(fault)).await >= 400, "{fault}");
            assert!(jobs(fault).await >= 400, "{fault}");
        }
        assert_eq!(jobs("404").await, 404);
        // Failures of the jobs object are stored with the call.
        let world = world.restarted().await;
        let text = scrape(&world).await;
        for (fault, kind) in faults {
            for object in ["jobs", "analytics"] {
                let labels = format!("object=\"{object}\",kind=\"{kind}\"");
                let count = value(&text, "docket_service_errors_total", &fault_project(fault), &labels);
                assert_eq!(count, 1.0, "{fault} {labels}");
            }
        }
        let labels = "object=\"jobs\",kind=\"unknown_job\"";
        assert_eq!(value(&text, "docket_service_errors_total", &fault_project("404"), labels), 1.0);
        assert_eq!(value(&text, "docket_service_errors_total", PROJECT, labels), 0.0);
    });
}

#[test]
fn a_caller_gets_the_projects_in_which_they_have_the_right() {
    run(async {
        let world = shared().await;
        let has = |text: &str, project: &str| text.contains(&format!("project=\"{project}\""));
        let elsewhere = answer(world.program(Program::Elsewhere, Method::GET, "/api/metrics")).await.text;
        assert!(has(&elsewhere, OTHER_PROJECT) && !has(&elsewhere, PROJECT), "{elsewhere}");
        let local = world.request(Method::GET, "/api/metrics").header("Cookie", Person::LocalAdmin.cookie());
        let local = answer(local).await.text;
        assert!(has(&local, PROJECT) && !has(&local, OTHER_PROJECT), "{local}");
        let unknown =
            answer(world.program(Program::MetricsRead, Method::GET, "/api/metrics?project=x")).await;
        unknown.is_problem(400, "invalid_request");
    });
}

#[test]
fn polls_that_nobody_makes_are_late_until_they_are_made() {
    run(async {
        let world = World::start(Options::default()).await;
        let create = world.program(Program::JobsWrite, Method::POST, &format!("/v2/agent/{PROJECT}/job"));
        let created = answer(create.json(&json!({ "prompt": "Look around [sim: 1h]" }))).await;
        assert_eq!(created.status, 201, "{created:?}");
        let world = world
            .restarted_after(|state| {
                change(state, "JobsObject", "UPDATE jobs SET next_poll_at = 1");
                lose_alarm(state, "JobsObject");
            })
            .await;
        let health =
            async || answer(world.program(Program::JobsRead, Method::GET, "/api/health?deep=1")).await.json();
        // This request sets the alarm again.
        let late = health().await;
        assert_eq!(late["status"], "degraded");
        let sentence = late["late"][0].as_str().unwrap();
        assert!(
            sentence.starts_with("Polling of acme-docs is ") && sentence.ends_with(" min late."),
            "{late}"
        );
        until(health, |health| health["status"] == "ok").await;
        assert_eq!(value(&scrape(&world).await, "docket_polling_late", PROJECT, ""), 0.0);
    });
}
