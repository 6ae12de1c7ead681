//! The request budget: coalescing, refreshes, and stale data.

use docket_sim::{BodyShape, FaultKind, ServiceOperation, SimFault};
use reqwest::Method;
use serde_json::Value;

use super::{analytics, budget, visitors, world};
use crate::harness::{World, answer, run, stored};

async fn refresh(world: &World, path: &str) -> crate::harness::Answer {
    let request = world.ada(Method::GET, path).await;
    answer(request.header("Cache-Control", "no-cache")).await
}

#[test]
fn what_is_cached_costs_nothing_and_nothing_cached_says_so() {
    run(async {
        let world = world(100).await;
        let cached = async |path: &str| {
            let request = world.ada(Method::GET, &format!("/api/projects/acme-docs/visitors/{path}")).await;
            answer(request.header("Cache-Control", "only-if-cached")).await
        };
        let day = "from=2026-10-05&to=2026-10-05";
        let (summary, rows) = (format!("summary?{day}"), format!("rows?{day}&sort=total&limit=3"));
        for path in [&summary, &rows] {
            let nothing = cached(path).await;
            nothing.is_problem(504, "not_cached");
            assert_eq!(nothing.header("Retry-After"), None);
        }
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 0);

        assert_eq!(analytics(&world, &format!("rows?{day}")).await.status, 200);
        let calls = world.sim.count(ServiceOperation::GetVisitors);
        let found = cached(&rows).await;
        assert_eq!((found.status, found.json()["rows"].as_array().unwrap().len()), (200, 3), "{found:?}");
        assert_eq!(cached(&summary).await.status, 200);
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), calls);
    });
}

#[test]
fn twenty_concurrent_requests_make_one_call() {
    run(async {
        let world = world(100).await;
        let path = "summary?from=2026-10-01&to=2026-10-07&zone=Europe/Paris";
        let all = futures_util::future::join_all((0..20).map(|_| analytics(&world, path))).await;
        assert!(all.iter().all(|one| one.status == 200 && one.json()["totals"] == all[0].json()["totals"]));
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 1);
        // The console requests totals and trend at the same time.
        let day = "from=2026-10-09&to=2026-10-09";
        let (summary, trend) = (format!("summary?{day}"), format!("trend?{day}"));
        let (summary, trend) =
            futures_util::future::join(analytics(&world, &summary), analytics(&world, &trend)).await;
        assert_eq!(trend.json()["days"][0]["totals"], summary.json()["totals"]);
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
    });
}

#[test]
fn no_cache_fetches_again_while_the_budget_lasts() {
    run(async {
        let world = world(2).await;
        let path = "/v1/analytics/acme-docs/visitors?dateFrom=2026-10-01&dateTo=2026-10-02";
        for calls in 1..=2 {
            let response = refresh(&world, path).await;
            assert_eq!((response.status, response.header("Docket-Stale")), (200, None));
            assert_eq!(world.sim.count(ServiceOperation::GetVisitors), calls);
        }
        let cached = refresh(&world, path).await;
        assert_eq!((cached.status, cached.header("Docket-Stale")), (200, None), "settled data are not stale");
        assert!(cached.header("Age").is_some());
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
    });
}

#[test]
fn stale_data_stand_in_for_an_exhausted_budget() {
    run(async {
        let world = world(1).await;
        let day = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        let today = format!("summary?from={day}&to={day}");
        assert_eq!(analytics(&world, &today).await.status, 200);
        let again = refresh(&world, &format!("/api/projects/acme-docs/visitors/{today}")).await;
        assert_eq!((again.status, &again.json()["stale"]), (200, &Value::Bool(false)), "it is still fresh");
        let world = world
            .restarted_after(|state| {
                stored::change(
                    state,
                    "AnalyticsObject",
                    "UPDATE totals SET checked_at = checked_at - 3600000",
                );
                let age = "UPDATE cache_entries SET fetched_at = fetched_at - 3600000";
                stored::change(state, "AnalyticsObject", age);
            })
            .await;
        let again = analytics(&world, &today).await;
        assert_eq!((again.status, &again.json()["stale"]), (200, &Value::Bool(true)));
        assert_eq!(again.header("Docket-Stale"), Some("1"));

        let refused = analytics(&world, "summary?from=2026-10-01&to=2026-10-07").await;
        refused.is_problem(429, "budget_exhausted");
        let [limit, remaining, reset_s] = budget(&refused);
        assert_eq!((limit, remaining), (1, 0));
        assert_eq!(refused.header("Retry-After"), Some(reset_s.to_string().as_str()));
        assert!(refused.problem().error.contains("Try again in 60 min."), "{refused:?}");
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 1);
    });
}

#[test]
fn stale_data_stand_in_for_a_failing_service() {
    run(async {
        let world = world(100).await;
        let today = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        for (to, is_stale) in [(today.to_string(), true), ("2026-10-07".to_owned(), false)] {
            let path = format!("/api/projects/acme-docs/visitors/summary?from=2026-10-01&to={to}");
            let first = refresh(&world, &path).await;
            world.sim.inject(
                ServiceOperation::GetVisitors,
                SimFault::new(FaultKind::Status(503, BodyShape::Json)),
                1,
            );
            let failed = refresh(&world, &path).await;
            assert_eq!((failed.status, &failed.json()["stale"]), (200, &Value::Bool(is_stale)), "{to}");
            assert_eq!(failed.json()["totals"], first.json()["totals"]);
            world.sim.inject(
                ServiceOperation::GetVisitors,
                SimFault::new(FaultKind::Status(401, BodyShape::Json)),
                1,
            );
            refresh(&world, &path).await.is_problem(502, "service_rejected_key");
        }
    });
}

#[test]
fn the_budget_is_reported() {
    run(async {
        let world = world(7).await;
        visitors(&world, "?limit=1").await;
        let response = analytics(&world, "budget").await;
        assert_eq!(response.json()["budget"]["limit"], 7);
        assert_eq!(response.json()["budget"]["remaining"], 6);
        assert!((3590..=3600).contains(&response.json()["budget"]["resetS"].as_u64().unwrap()));
        assert_eq!(response.json()["backfills"], serde_json::json!([]));
        assert_eq!(budget(&response)[..2], [7, 6]);
    });
}
