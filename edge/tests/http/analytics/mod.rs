//! Visitors over HTTP.

mod budget;
mod cost;
mod export;
mod intervals;
mod page_trend;
mod rows;
mod summary;
mod too_large;
mod trend;
mod views;

use docket_sim::{FaultKind, RetryAfter, ServiceOperation, SimFault};
use docket_wire::{VisitorRow, VisitorsResponse};
use reqwest::Method;

use crate::harness::{Answer, CANARY, Options, Program, World, answer, run};

/// A world in which Docket makes at most `per_hour` analytics requests. The service itself allows more.
async fn world(per_hour: u32) -> World {
    let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some(per_hour.to_string()))];
    World::start(Options { vars }).await
}

/// A world whose project has `paths` paths.
async fn large_world(per_hour: u32, paths: usize) -> World {
    let vars = vec![("DOCKET_ANALYTICS_PER_HOUR", Some(per_hour.to_string()))];
    World::start_against(Options { vars }, |service| service.paths = paths).await
}

/// All rows of October, from the service itself.
async fn service_rows(world: &World) -> Vec<VisitorRow> {
    let mut rows = Vec::new();
    loop {
        let url = format!(
            "{}/v1/analytics/acme-docs/visitors?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250&offset={}",
            world.sim.base_url(),
            rows.len()
        );
        let request = reqwest::Client::new().get(url).bearer_auth(CANARY);
        let page: VisitorsResponse = request.send().await.unwrap().json().await.unwrap();
        rows.extend(page.visitors);
        if !page.has_more {
            world.sim.clear_requests();
            return rows;
        }
    }
}

/// The service's own operation.
async fn visitors(world: &World, query: &str) -> Answer {
    let path = format!("/v1/analytics/acme-docs/visitors{query}");
    answer(world.ada(Method::GET, &path).await).await
}

/// One of Docket's own operations.
async fn analytics(world: &World, path: &str) -> Answer {
    let path = format!("/api/projects/acme-docs/visitors/{path}");
    answer(world.ada(Method::GET, &path).await).await
}

/// The limit, the remaining requests, and the seconds until one more is free.
fn budget(answer: &Answer) -> [u64; 3] {
    answer.budget("visitors")
}

#[test]
fn the_service_gets_the_query_normalized() {
    run(async {
        let world = world(100).await;
        let query =
            "?dateFrom=2026-10-01T00:00:00%2B02:00&dateTo=2026-11-01&limit=3&offset=6&other=x&limit2=";
        let response = visitors(&world, query).await;
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(response.json()["visitors"].as_array().unwrap().len(), 3);
        let request = world.sim.requests().pop().unwrap();
        assert!(request.valid_key);
        assert_eq!(request.path, "/v1/analytics/acme-docs/visitors");
        assert_eq!(
            request.query.as_deref(),
            Some("dateFrom=2026-10-01T00%3A00%3A00%2B02%3A00&dateTo=2026-11-01&limit=3&offset=6")
        );
    });
}

#[test]
fn equal_requests_make_one_call() {
    run(async {
        let world = world(100).await;
        let first = visitors(&world, "?limit=5").await;
        let second = visitors(&world, "?limit=5&unknown=1").await;
        assert_eq!(first.text, second.text);
        assert_eq!(first.header("Age"), Some("0"));
        assert!(second.header("Age").unwrap().parse::<u64>().unwrap() < 60);
        assert_eq!((budget(&first)[0], budget(&first)[1]), (100, 99));
        assert_eq!(budget(&second)[1], 99);
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 1);

        let concurrent = futures_util::future::join_all((0..8).map(|_| visitors(&world, "?limit=7"))).await;
        assert!(concurrent.iter().all(|answer| answer.status == 200 && answer.text == concurrent[0].text));
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);

        // The cache survives a restart.
        let world = world.restarted().await;
        let cached = visitors(&world, "?limit=5").await;
        assert_eq!((cached.text, world.sim.count(ServiceOperation::GetVisitors)), (first.text, 2));
        assert_eq!(budget(&visitors(&world, "?limit=7").await)[1], 98);
    });
}

#[test]
fn an_exhausted_budget_names_the_time_to_wait() {
    run(async {
        let world = world(2).await;
        for query in ["?limit=1", "?limit=2"] {
            assert_eq!(visitors(&world, query).await.status, 200);
        }
        let refused = visitors(&world, "?limit=3").await;
        refused.is_problem(429, "budget_exhausted");
        let [limit, remaining, reset_s] = budget(&refused);
        assert_eq!((limit, remaining), (2, 0));
        assert!((3500..=3600).contains(&reset_s), "{reset_s}");
        assert_eq!(refused.header("Retry-After"), Some(reset_s.to_string().as_str()));
        assert_eq!(visitors(&world, "?limit=1").await.status, 200, "cached answers cost nothing");
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
    });
}

#[test]
fn a_429_of_the_service_pauses_requests() {
    run(async {
        let world = world(100).await;
        let throttled = SimFault::new(FaultKind::Throttled(RetryAfter::Seconds))
            .lasting(std::time::Duration::from_secs(40));
        world.sim.inject(ServiceOperation::GetVisitors, throttled, 1);
        let throttled = visitors(&world, "").await;
        throttled.is_problem(429, "service_throttled");
        assert_eq!(throttled.header("Retry-After"), Some("40"));
        assert_eq!(budget(&throttled)[1], 0);
        let paused = visitors(&world, "?limit=9").await;
        paused.is_problem(429, "service_paused");
        assert!(paused.problem().error.contains("asked Docket to wait until 20"), "{paused:?}");
        assert!((38..=40).contains(&budget(&paused)[2]));
        assert_eq!(paused.header("Retry-After"), Some(budget(&paused)[2].to_string().as_str()));
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 1);
        assert!(analytics(&world, "budget").await.json()["budget"]["pausedUntil"].is_string());

        // Only a person can end the pause.
        let path = "/api/projects/acme-docs/visitors/resume";
        let program = answer(world.program(Program::Everything, Method::POST, path)).await;
        program.is_problem(403, "forbidden");
        let ended = answer(world.ada(Method::POST, path).await).await;
        assert_eq!(ended.status, 204, "{ended:?}");
        assert_eq!(visitors(&world, "?limit=9").await.status, 200);
        assert_eq!(analytics(&world, "budget").await.json()["budget"].get("pausedUntil"), None);
    });
}

#[test]
fn a_program_leaves_half_of_the_hour_to_others() {
    run(async {
        let world = world(4).await;
        let program = async |query: &str| {
            let path = format!("/v1/analytics/acme-docs/visitors{query}");
            answer(world.program(Program::VisitorsRead, Method::GET, &path)).await
        };
        for query in ["?limit=1", "?limit=2", "?limit=2&offset=0"] {
            assert_eq!(program(query).await.status, 200);
        }
        let refused = program("?limit=3").await;
        refused.is_problem(429, "budget_exhausted");
        assert!(
            refused.problem().error.contains("This program has used its 2 hourly requests"),
            "{refused:?}"
        );
        let [limit, remaining, reset_s] = refused.budget("program");
        assert_eq!((limit, remaining), (2, 0));
        assert_eq!(refused.header("Retry-After"), Some(reset_s.to_string().as_str()));
        assert_eq!(refused.budget("visitors")[..2], [4, 2]);
        assert_eq!(visitors(&world, "?limit=3").await.status, 200);
        assert_eq!(program("?limit=3").await.status, 200, "what others loaded costs nothing");
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 3);
    });
}

#[test]
fn a_range_that_has_not_begun_costs_no_request() {
    run(async {
        let world = world(1).await;
        let response = visitors(&world, "?dateFrom=2099-01-01").await;
        assert_eq!((response.status, &response.json()["totals"]["total"]), (200, &serde_json::json!(0)));
        for path in ["summary", "rows", "trend"] {
            let response = analytics(&world, &format!("{path}?from=2099-01-01&to=2099-01-02")).await;
            assert_eq!(response.status, 200, "{response:?}");
        }
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 0);
    });
}
