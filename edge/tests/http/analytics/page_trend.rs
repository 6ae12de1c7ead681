//! Trends of single pages.

use docket_sim::ServiceOperation;
use docket_wire::{Interval, PageTrend, VisitorTotals, VisitorsResponse};
use serde_json::json;

use super::trend::{analytics_until, start_backfill};
use super::{analytics, large_world, service_rows, world};
use crate::harness::{CANARY, World, run, stored};

const SPAN: &str = "from=2026-10-05&to=2026-10-16";
const DAYS: usize = 12;

async fn page_trend(world: &World, path: &str, span: &str) -> PageTrend {
    let response = analytics(world, &format!("page-trend?path={path}&{span}")).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_str(&response.text).unwrap()
}

fn members(kind: &str) -> serde_json::Value {
    json!({"kind": kind, "from": "2026-10-05", "to": "2026-10-16"})
}

/// What the service itself says of a page among the first rows of an interval; `None` if there are further rows.
async fn own(world: &World, interval: &Interval, path: &str) -> Option<VisitorTotals> {
    let (base, from, to) = (world.sim.base_url(), &interval.from, &interval.to);
    let url = format!("{base}/v1/analytics/acme-docs/visitors?dateFrom={from}&dateTo={to}&limit=250");
    let request = reqwest::Client::new().get(url).bearer_auth(CANARY);
    let page: VisitorsResponse = request.send().await.unwrap().json().await.unwrap();
    let found = page.visitors.into_iter().find(|row| row.path == path);
    let found = found.map(|row| VisitorTotals { human: row.human, ai: row.ai, total: row.total });
    found.or((!page.has_more).then_some(VisitorTotals { human: 0, ai: 0, total: 0 }))
}

#[test]
fn the_days_of_the_site_have_the_visitors_of_its_pages() {
    run(async {
        let world = large_world(100, 600).await;
        let all = service_rows(&world).await;
        analytics(&world, &format!("trend?{SPAN}")).await;
        start_backfill(&world, members("days")).await;
        analytics_until(&world, &format!("trend?{SPAN}"), |trend| trend["missing"] == 0).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), DAYS);

        let mut trends = Vec::new();
        for rank in [0, 20, 235, 260, 400] {
            trends.push(page_trend(&world, &all[rank].path, SPAN).await);
        }
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), DAYS, "no page costs a request");
        let (mut known, mut unknown) = (Vec::new(), 0);
        for PageTrend { path, days, missing, cost, .. } in trends {
            assert_eq!((days.len(), missing, cost), (DAYS, 0, None));
            for day in days {
                let read = day.read.unwrap();
                assert_eq!((read.totals, read.rows), (own(&world, &day.interval, &path).await, 250));
                known.extend(read.totals.map(|totals| totals.total));
                unknown += u32::from(read.totals.is_none());
            }
        }
        known.sort_unstable();
        known.dedup();
        assert!(known.len() > 10 && unknown > 10, "{known:?}, {unknown} unknown");

        let world = world.restarted().await;
        let again = page_trend(&world, &all[0].path, SPAN).await;
        assert!(
            again.missing == 0
                && again.days.iter().all(|day| day.read.is_some_and(|read| read.totals.is_some()))
        );
    });
}

#[test]
fn missing_days_are_loaded_when_a_person_asks_with_the_requests_that_were_announced() {
    run(async {
        let world = world(100).await;
        let path = service_rows(&world).await[0].path.clone();
        analytics(&world, &format!("trend?{SPAN}")).await;
        start_backfill(&world, members("days")).await;
        analytics_until(&world, &format!("trend?{SPAN}"), |trend| trend["missing"] == 0).await;
        // As an earlier release left them.
        let world = world
            .restarted_after(|state| {
                stored::change(state, "AnalyticsObject", "DELETE FROM day_rows");
                stored::change(state, "AnalyticsObject", "DELETE FROM cache_entries");
            })
            .await;
        world.sim.clear_requests();
        let cold = page_trend(&world, &path, SPAN).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2, "the two newest days");
        let cost = cold.cost.unwrap();
        assert_eq!((cold.missing, cost.requests, cost.estimated), (10, 10, false));
        let shown: Vec<_> = cold.days.iter().map(|day| day.read.is_some()).collect();
        assert_eq!(shown, [[false; 10].as_slice(), &[true; 2]].concat());

        let started = start_backfill(&world, members("day_paths")).await;
        assert_eq!((started.status, &started.json()["total"]), (202, &json!(10)), "{started:?}");
        let query = format!("page-trend?path={path}&{SPAN}");
        analytics_until(&world, &query, |trend| trend["missing"] == 0 && trend["backfill"].is_null()).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), DAYS);
        let nothing = start_backfill(&world, members("day_paths")).await;
        assert_eq!(nothing.json()["total"], 0);
    });
}

#[test]
fn today_is_partial_and_read_again_with_the_trend() {
    run(async {
        let world = world(100).await;
        let today = docket_wire::Day::at(world.sim.now(), &docket_wire::Utc).unwrap();
        let span = format!("from={}&to={today}", today.plus(-1).unwrap());
        let trend = page_trend(&world, "/never/there", &span).await;
        assert_eq!(trend.days.iter().map(|day| day.partial).collect::<Vec<_>>(), [false, true]);
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2);
        analytics(&world, &format!("trend?{span}")).await;
        page_trend(&world, "/never/there", &span).await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 2, "both trends share the requests");
    });
}
