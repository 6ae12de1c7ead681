//! Days, gathered in the background.

use std::time::Duration;

use docket_sim::{Fault, Operation};
use reqwest::Method;
use serde_json::{Value, json};

use super::{figures, world};
use crate::harness::{Answer, Options, Program, World, answer, run};

const OCTOBER: &str = "from=2026-10-01&to=2026-10-30&zone=Europe/Berlin";

async fn gather(world: &World, members: Value) -> Answer {
    let path = "/api/projects/acme-docs/visitors/backfill";
    answer(world.program(Program::VisitorsRead, Method::POST, path).json(&members)).await
}

fn october() -> Value {
    json!({"kind": "days", "from": "2026-10-01", "to": "2026-10-30", "zone": "Europe/Berlin"})
}

/// What is told when `is_there`; the alarm takes its time.
async fn until(world: &World, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let told = figures(world, path).await;
        assert_eq!(told.status, 200, "{told:?}");
        if is_there(&told.json()) {
            return told.json();
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it did not come to that: {:?}", figures(world, path).await);
}

#[test]
fn a_month_takes_a_request_a_day() {
    run(async {
        let world = world(100).await;
        let path = format!("trend?{OCTOBER}");
        let cold = figures(&world, &path).await.json();
        assert_eq!(cold["days"].as_array().unwrap().len(), 30);
        assert_eq!((&cold["missing"], &cold["backfill"]), (&json!(28), &Value::Null));

        let begun = gather(&world, october()).await;
        assert_eq!((begun.status, begun.json()), (202, json!({"done": 0, "total": 28, "resumesAt": null})));
        let whole = until(&world, &path, |trend| trend["missing"] == 0).await;
        assert_eq!(world.sim.count(Operation::GetVisitors), 30);
        let days = whole["days"].as_array().unwrap();
        for (day, next) in days.iter().zip(&days[1..]) {
            assert_eq!(day["interval"]["to"], next["interval"]["from"]);
            assert_eq!((&day["partial"], day["checkedAt"].is_u64()), (&Value::Bool(false), true));
        }
        // The night in which clocks were set back.
        let sunday = days.iter().find(|day| day["day"] == "2026-10-25").unwrap();
        assert_eq!(sunday["interval"], json!({"from": "2026-10-24T22:00:00Z", "to": "2026-10-25T23:00:00Z"}));

        // Settled days are kept for good: nothing is asked again, nor after a restart.
        let world = world.restarted().await;
        assert_eq!(figures(&world, &path).await.json()["days"], whole["days"]);
        let nothing = gather(&world, october()).await;
        assert_eq!((nothing.status, &nothing.json()["total"]), (202, &json!(0)));
        // A single one of them is known to the summary as well.
        figures(&world, "summary?from=2026-10-25&to=2026-10-25&zone=Europe/Berlin").await;
        assert_eq!(world.sim.count(Operation::GetVisitors), 30);
    });
}

#[test]
fn today_is_asked_for_again_and_marked() {
    run(async {
        let world = world(100).await;
        let today = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        let path = format!("trend?from={}&to={}", today.plus(-1).unwrap(), today.plus(5).unwrap());
        let told = figures(&world, &path).await.json();
        let days = told["days"].as_array().unwrap();
        assert_eq!(days.iter().map(|day| &day["partial"]).collect::<Vec<_>>(), [false, true]);
        assert_eq!((days.len(), &told["missing"]), (2, &json!(0)));
        assert_eq!(world.sim.count(Operation::GetVisitors), 2);
        figures(&world, &path).await;
        assert_eq!(world.sim.count(Operation::GetVisitors), 2);
    });
}

#[test]
fn it_leaves_requests_to_people_and_goes_on_when_there_are_more() {
    run(async {
        let world = world(10).await;
        gather(&world, october()).await;
        let waiting = until(&world, "budget", |told| told["backfills"][0]["progress"]["done"] == 8).await;
        let backfill = &waiting["backfills"][0];
        assert_eq!((&backfill["kind"], &backfill["project"]), (&json!("days"), &json!("acme-docs")));
        assert_eq!(
            (&backfill["span"]["from"], &backfill["progress"]["total"]),
            (&json!("2026-10-01"), &json!(30))
        );
        let hour_on = world.sim.now().plus_ms(3_600_000).0;
        let waits_until = backfill["progress"]["resumesAt"].as_i64().unwrap();
        assert!((hour_on - 60_000..=hour_on).contains(&waits_until), "{waits_until} {hour_on}");
        assert_eq!(world.sim.count(Operation::GetVisitors), 8);
        // Somebody looks: there are two left for that.
        for day in ["2026-09-01", "2026-09-02"] {
            assert_eq!(figures(&world, &format!("summary?from={day}&to={day}")).await.status, 200);
        }
        assert_eq!(figures(&world, "summary?from=2026-09-03&to=2026-09-03").await.status, 429);

        let path = "/api/projects/acme-docs/visitors/backfill";
        let path = format!("{path}?kind=days&{OCTOBER}");
        let cancelled = answer(world.program(Program::VisitorsRead, Method::DELETE, &path)).await;
        assert_eq!(cancelled.status, 204, "{cancelled:?}");
        assert_eq!(figures(&world, "budget").await.json()["backfills"], json!([]));
        let trend = figures(&world, &format!("trend?{OCTOBER}")).await.json();
        assert_eq!((&trend["missing"], &trend["backfill"]), (&json!(22), &Value::Null));
    });
}

#[test]
fn a_service_that_allows_less_is_believed() {
    run(async {
        let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some("100".to_owned()))];
        let world = World::start_against(Options { vars }, |service| service.analytics_per_hour = 10).await;
        gather(&world, october()).await;
        let corrected = until(&world, "budget", |told| told["budget"]["limit"] == 10).await;
        let waits_until = corrected["backfills"][0]["progress"]["resumesAt"].as_i64().unwrap();
        assert!(waits_until > world.sim.now().plus_ms(3_000_000).0, "{corrected}");
        let calls = world.sim.requests();
        let refused = calls.iter().filter(|call| call.status == Some(429)).count();
        assert!(calls.len() - refused == 10 && refused <= 3, "{refused} of {}", calls.len());

        // What is there is told; what is not there has to wait as long as the service says.
        let trend = figures(&world, &format!("trend?{OCTOBER}")).await.json();
        assert_eq!(trend["missing"], 20);
        let spent = figures(&world, "summary?from=2026-09-01&to=2026-09-03").await;
        spent.is_problem(429, "budget_exhausted");
        assert!((3000..=3600).contains(&spent.header("Retry-After").unwrap().parse::<u64>().unwrap()));
        assert_eq!(world.sim.requests().len(), calls.len());
    });
}

#[test]
fn why_it_was_given_up_is_told_until_it_begins_again() {
    run(async {
        let world = world(100).await;
        world.sim.inject(Operation::GetVisitors, Fault::status(401), 3);
        gather(&world, october()).await;
        until(&world, "budget", |told| told["backfills"] == json!([])).await;
        world.sim.clear_faults();
        let path = format!("trend?{OCTOBER}");
        let trend = figures(&world, &path).await.json();
        assert!(trend["backfillError"].as_str().unwrap().contains("admin key (401)"), "{trend}");
        assert_eq!((&trend["missing"], &trend["backfill"]), (&json!(28), &Value::Null));
        gather(&world, october()).await;
        assert_eq!(figures(&world, &path).await.json().get("backfillError"), None);
        until(&world, &path, |trend| trend["missing"] == 0).await;
    });
}

#[test]
fn work_of_a_project_that_was_taken_away_is_dropped_and_costs_nothing() {
    run(async {
        let mut world = world(10).await;
        gather(&world, october()).await;
        until(&world, "budget", |told| told["backfills"][0]["progress"]["done"] == 8).await;
        world.worker.set("DOCKET_PROJECTS", r#"[{"id":"acme-api"}]"#);
        world.worker.set("DOCKET_ANALYTICS_PER_HOUR", "100");
        let world = world.restarted().await;
        let budget = async || {
            let path = "/api/projects/acme-api/visitors/budget";
            answer(world.program(Program::VisitorsRead, Method::GET, path)).await.json()
        };
        let mut told = budget().await;
        while told["backfills"] != json!([]) {
            tokio::time::sleep(Duration::from_millis(25)).await;
            told = budget().await;
        }
        assert_eq!((&told["budget"]["remaining"], world.sim.count(Operation::GetVisitors)), (&json!(92), 8));
    });
}

#[test]
fn a_power_cut_in_the_middle_changes_nothing() {
    run(async {
        let world = world(100).await;
        gather(&world, october()).await;
        until(&world, "budget", |told| told["budget"]["remaining"].as_u64().unwrap() < 97).await;
        world.worker.kill();
        let world = world.restarted().await;
        let path = format!("trend?{OCTOBER}");
        until(&world, &path, |trend| trend["missing"] == 0).await;
        // A request that was under way may have been made twice.
        assert!((30..=36).contains(&world.sim.count(Operation::GetVisitors)));
    });
}

#[test]
fn all_rows_of_a_range_are_gathered_page_by_page() {
    run(async {
        let world = world(100).await;
        let begun = gather(&world, json!({"kind": "paths", "from": "2026-10-01", "to": "2026-10-30"})).await;
        assert_eq!((begun.status, &begun.json()["total"]), (202, &json!(1)));
        until(&world, "budget", |told| told["backfills"] == json!([])).await;
        assert_eq!(world.sim.count(Operation::GetVisitors), 2, "300 paths are two pages");
    });
}

#[test]
fn a_browser_says_that_it_means_it() {
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
            (json!({"kind": "days", "from": 5}), "kind"),
            (json!({"kind": "days", "from": "2026-10-01", "to": "2026-10-02", "zone": "No/Where"}), "zone"),
        ] {
            let refused = gather(&world, members).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field));
        }
        assert_eq!(world.sim.count(Operation::GetVisitors), 0);
    });
}
