//! Answers of the service that are too large to be read.

use docket_sim::{FaultKind, ServiceOperation, SimFault};
use docket_wire::{Rows, VisitorRow};
use reqwest::Method;

use super::{analytics, service_rows, visitors, world};
use crate::harness::{World, answer, run};

const OCTOBER: &str = "from=2026-10-01&to=2026-10-31";
const MANY: u32 = 1_000;

async fn refresh(world: &World, path: &str) -> crate::harness::Answer {
    let path = format!("/api/projects/acme-docs/visitors/{path}");
    answer(world.ada(Method::GET, &path).await.header("Cache-Control", "no-cache")).await
}

fn calls(world: &World) -> usize {
    world.sim.count(ServiceOperation::GetVisitors)
}

fn totals(rows: &[VisitorRow]) -> Vec<u64> {
    rows.iter().map(|row| row.total).collect()
}

#[test]
fn a_page_that_is_too_large_is_loaded_in_parts_and_not_requested_whole_again() {
    run(async {
        let world = world(100).await;
        let all = service_rows(&world).await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::new(FaultKind::LongPaths), MANY);
        let summary = analytics(&world, &format!("summary?{OCTOBER}")).await;
        assert_eq!((summary.status, calls(&world)), (200, 2), "a whole page, then one row: {summary:?}");
        assert_eq!(refresh(&world, &format!("summary?{OCTOBER}")).await.json()["stale"], false);
        assert_eq!(calls(&world), 3, "a refresh does not request the whole page again");

        let response = analytics(&world, &format!("rows?{OCTOBER}&limit=250")).await;
        let rows: Rows = serde_json::from_str(&response.text).unwrap();
        assert_eq!((rows.loaded, rows.pages_loaded, calls(&world)), (250, 1, 3 + 10), "in parts of 25 rows");
        assert_eq!(totals(&rows.rows), totals(&all[..250]));
        assert!(rows.rows.iter().all(|row| row.path.contains("… [cut from")), "paths are cut");
        let world = world.restarted().await;
        assert_eq!(analytics(&world, &format!("rows?{OCTOBER}&limit=250")).await.json()["loaded"], 250);
        let verbatim = "?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250";
        visitors(&world, verbatim).await.is_problem(502, "service_bad_answer");
        assert_eq!(calls(&world), 13, "a restart forgets nothing");
    });
}

#[test]
fn responses_that_are_too_large_in_any_size_cost_no_request_on_each_view() {
    run(async {
        let world = world(100).await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::new(FaultKind::Huge), MANY);
        for _ in 0..3 {
            analytics(&world, &format!("summary?{OCTOBER}")).await.is_problem(502, "service_bad_answer");
            analytics(&world, &format!("rows?{OCTOBER}&limit=250"))
                .await
                .is_problem(502, "service_bad_answer");
        }
        assert_eq!(calls(&world), 3, "a whole page, one row, and a part of a page");
    });
}
