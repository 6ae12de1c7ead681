//! Trends, and backfills of their days.

use docket_sim::{ServiceOperation, SimFault};
use docket_wire::UnixMs;
use reqwest::Method;
use serde_json::{Value, json};

use super::{analytics, world};
use crate::harness::{Answer, Options, World, answer, run, until};

const OCTOBER: &str = "from=2026-10-01&to=2026-10-30&zone=Europe/Berlin";

pub(super) async fn start_backfill(world: &World, members: Value) -> Answer {
    let path = "/api/projects/acme-docs/visitors/backfill";
    answer(world.ada(Method::POST, path).await.json(&members)).await
}

fn october() -> Value {
    json!({"kind": "days", "from": "2026-10-01", "to": "2026-10-30", "zone": "Europe/Berlin"})
}

/// Reads until the response satisfies `is_done`, because the alarm runs in the background.
pub(super) async fn analytics_until(world: &World, path: &str, is_done: impl Fn(&Value) -> bool) -> Value {
    let read = async || {
        let response = analytics(world, path).await;
        assert_eq!(response.status, 200, "{response:?}");
        response.json()
    };
    until(read, is_done).await
}

#[test]
fn a_month_takes_one_request_per_day() {
    run(async {
        let world = world(100).await;
        let path = format!("trend?{OCTOBER}");
        let cold = analytics(&world, &path).await.json();
        assert_eq!(cold["days"].as_array().unwrap().len(), 30);
        assert_eq!((&cold["missing"], &cold["backfill"]), (&json!(28), &Value::Null));

        let started = start_backfill(&world, october()).await;
        assert_eq!(
            (started.status, started.json()),
            (202, json!({"done": 0, "total": 28, "resumesAt": null}))
        );
        let whole = analytics_until(&world, &path, |trend| trend["missing"] == 0).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 30);
        let days = whole["days"].as_array().unwrap();
        for (day, next) in days.iter().zip(&days[1..]) {
            assert_eq!(day["interval"]["to"], next["interval"]["from"]);
            assert_eq!((&day["partial"], day["checkedAt"].is_string()), (&Value::Bool(false), true));
        }
        // Clocks are set back in this night.
        let sunday = days.iter().find(|day| day["day"] == "2026-10-25").unwrap();
        assert_eq!(sunday["interval"], json!({"from": "2026-10-24T22:00:00Z", "to": "2026-10-25T23:00:00Z"}));

        // Settled days are stored indefinitely: they are not fetched again, even after a restart.
        let world = world.restarted().await;
        assert_eq!(analytics(&world, &path).await.json()["days"], whole["days"]);
        let nothing = start_backfill(&world, october()).await;
        assert_eq!((nothing.status, &nothing.json()["total"]), (202, &json!(0)));
        // The summary of a single day uses the same totals.
        analytics(&world, "summary?from=2026-10-25&to=2026-10-25&zone=Europe/Berlin").await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 30);
    });
}

#[test]
fn today_is_marked_as_partial_and_cached() {
    run(async {
        let world = world(100).await;
        let today = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        let path = format!("trend?from={}&to={}", today.plus(-1).unwrap(), today.plus(5).unwrap());
        let response = analytics(&world, &path).await.json();
        let days = response["days"].as_array().unwrap();
        assert_eq!(days.iter().map(|day| &day["partial"]).collect::<Vec<_>>(), [false, true]);
        assert_eq!((days.len(), &response["missing"]), (2, &json!(0)));
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
        analytics(&world, &path).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
    });
}

#[test]
fn a_backfill_leaves_requests_to_people() {
    run(async {
        let world = world(10).await;
        start_backfill(&world, october()).await;
        let waiting =
            analytics_until(&world, "budget", |response| response["backfills"][0]["progress"]["done"] == 8)
                .await;
        let backfill = &waiting["backfills"][0];
        assert_eq!(backfill["kind"], json!("days"));
        assert_eq!(
            (&backfill["span"]["from"], &backfill["progress"]["total"]),
            (&json!("2026-10-01"), &json!(30))
        );
        let hour_later = world.sim.now().plus_ms(3_600_000);
        let resumes_at = backfill["progress"]["resumesAt"].as_str().unwrap().parse::<UnixMs>().unwrap();
        assert!(
            (hour_later.plus_ms(-60_000)..=hour_later).contains(&resumes_at),
            "{resumes_at} {hour_later}"
        );
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 8);
        // Two requests are reserved for people.
        for day in ["2026-09-01", "2026-09-02"] {
            assert_eq!(analytics(&world, &format!("summary?from={day}&to={day}")).await.status, 200);
        }
        assert_eq!(analytics(&world, "summary?from=2026-09-03&to=2026-09-03").await.status, 429);

        let path = "/api/projects/acme-docs/visitors/backfill";
        let path = format!("{path}?kind=days&{OCTOBER}");
        let cancelled = answer(world.ada(Method::DELETE, &path).await).await;
        assert_eq!(cancelled.status, 204, "{cancelled:?}");
        assert_eq!(analytics(&world, "budget").await.json()["backfills"], json!([]));
        let trend = analytics(&world, &format!("trend?{OCTOBER}")).await.json();
        assert_eq!((&trend["missing"], &trend["backfill"]), (&json!(22), &Value::Null));
    });
}

#[test]
fn a_lower_limit_of_the_service_is_learned() {
    run(async {
        let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some("100".to_owned()))];
        let world = World::start_against(Options { vars }, |service| service.analytics_per_hour = 10).await;
        start_backfill(&world, october()).await;
        let corrected = analytics_until(&world, "budget", |response| response["budget"]["limit"] == 10).await;
        let resumes_at =
            corrected["backfills"][0]["progress"]["resumesAt"].as_str().unwrap().parse::<UnixMs>().unwrap();
        assert!(resumes_at > world.sim.now().plus_ms(3_000_000), "{corrected}");
        let calls = world.sim.requests();
        let throttled = calls.iter().filter(|call| call.status == Some(429)).count();
        assert!(calls.len() - throttled == 10 && throttled <= 3, "{throttled} of {}", calls.len());

        // Stored days are shown; other data have to wait as long as the service asked.
        let trend = analytics(&world, &format!("trend?{OCTOBER}")).await.json();
        assert_eq!(trend["missing"], 20);
        let exhausted = analytics(&world, "summary?from=2026-09-01&to=2026-09-03").await;
        exhausted.is_problem(429, "service_paused");
        assert!((3000..=3600).contains(&exhausted.header("Retry-After").unwrap().parse::<u64>().unwrap()));
        assert_eq!(world.sim.requests().len(), calls.len());
    });
}

#[test]
fn the_error_of_a_backfill_is_shown_until_it_starts_again() {
    run(async {
        let world = world(100).await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::status(401), 3);
        start_backfill(&world, october()).await;
        analytics_until(&world, "budget", |response| response["backfills"] == json!([])).await;
        world.sim.clear_faults();
        let path = format!("trend?{OCTOBER}");
        let trend = analytics(&world, &path).await.json();
        assert!(trend["backfillError"].as_str().unwrap().contains("admin key (401)"), "{trend}");
        assert_eq!((&trend["missing"], &trend["backfill"]), (&json!(28), &Value::Null));
        start_backfill(&world, october()).await;
        assert_eq!(analytics(&world, &path).await.json().get("backfillError"), None);
        analytics_until(&world, &path, |trend| trend["missing"] == 0).await;
    });
}

#[test]
fn a_backfill_of_a_removed_project_fails_without_requests() {
    run(async {
        let mut world = world(10).await;
        start_backfill(&world, october()).await;
        analytics_until(&world, "budget", |response| response["backfills"][0]["progress"]["done"] == 8).await;
        world.worker.set("DOCKET_PROJECTS", r#"[{"id":"acme-api"}]"#);
        world.worker.set("DOCKET_ANALYTICS_PER_HOUR", "100");
        let world = world.restarted().await;
        let budget = async || {
            let path = "/api/projects/acme-api/visitors/budget";
            answer(world.ada(Method::GET, path).await).await.json()
        };
        let response = until(budget, |response| response["queuedByOtherProjects"] == json!(0)).await;
        assert_eq!(
            (&response["budget"]["remaining"], world.sim.count(ServiceOperation::GetVisitors)),
            (&json!(92), 8)
        );
    });
}

#[test]
fn a_backfill_survives_a_power_cut() {
    run(async {
        let world = world(100).await;
        start_backfill(&world, october()).await;
        analytics_until(&world, "budget", |response| response["budget"]["remaining"].as_u64().unwrap() < 97)
            .await;
        world.worker.kill();
        let world = world.restarted().await;
        let path = format!("trend?{OCTOBER}");
        analytics_until(&world, &path, |trend| trend["missing"] == 0).await;
        // Requests in flight may have been made twice.
        assert!((30..=36).contains(&world.sim.count(ServiceOperation::GetVisitors)));
    });
}

#[test]
fn a_backfill_loads_all_rows_page_by_page() {
    run(async {
        let world = world(100).await;
        let started =
            start_backfill(&world, json!({"kind": "paths", "from": "2026-10-01", "to": "2026-10-30"})).await;
        assert_eq!((started.status, &started.json()["total"]), (202, &json!(1)));
        analytics_until(&world, "budget", |response| response["backfills"] == json!([])).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2, "300 paths are two pages");
    });
}

#[test]
fn backfills_need_a_csrf_header_and_valid_members() {
    run(async {
        let world = world(100).await;
        let path = "/api/projects/acme-docs/visitors/backfill";
        let without = world.ada(Method::POST, path).await.json(&october()).build().unwrap();
        let cookie = without.headers()["Cookie"].clone();
        for method in [Method::POST, Method::DELETE] {
            let forged = world.request(method, path).header("Cookie", &cookie).json(&october());
            answer(forged).await.is_problem(403, "csrf_check");
        }
        for (members, field) in [
            (json!({"kind": "all"}), "kind"),
            (json!({"kind": "days", "from": "2026-10-01"}), "to"),
            (json!({"kind": "days", "from": 5}), "from"),
            (json!({"kind": "days", "from": "2026-10-01", "to": "2026-10-02", "zone": "No/Where"}), "zone"),
        ] {
            let refused = start_backfill(&world, members).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field));
        }
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 0);
    });
}
