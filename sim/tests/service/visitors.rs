use std::time::Duration;

use docket_sim::{Config, ServiceOperation, Sim};
use docket_wire::{VisitorRow, VisitorsResponse};

use super::bench::{Bench, bench, bench_with, fastest};

fn page(bench: &Bench, query: &str) -> VisitorsResponse {
    let answer = bench.visitors(query).unwrap();
    assert_eq!(answer.status, 200, "{query}");
    serde_json::from_value(answer.json()).unwrap()
}

#[test]
fn all_pages_together_have_every_row_once() {
    let bench = bench();
    let range = "dateFrom=2026-10-01&dateTo=2026-11-01";
    let (mut rows, mut offset) = (Vec::<VisitorRow>::new(), 0);
    let totals = loop {
        let page = page(&bench, &format!("{range}&limit=70&offset={offset}"));
        rows.extend(page.visitors);
        offset += 70;
        if !page.has_more {
            break page.totals;
        }
    };
    assert_eq!(rows.len(), 300);
    assert!(rows.is_sorted_by(|a, b| (b.total, &a.path) < (a.total, &b.path)));
    let most = rows[0].total;
    assert!(totals.total >= most && totals.total < rows.iter().map(|row| row.total).sum());
    let whole = page(&bench, &format!("{range}&limit=250"));
    assert_eq!(whole.visitors, rows[..250]);
    let behind = page(&bench, &format!("{range}&offset=300"));
    assert!(behind.visitors.is_empty() && !behind.has_more && behind.totals == totals);
}

#[test]
fn a_day_is_the_same_however_it_is_written_and_the_end_is_exclusive() {
    let bench = bench();
    let day = page(&bench, "dateFrom=2026-11-10&dateTo=2026-11-11");
    assert_eq!(day.visitors.len(), 50);
    assert_eq!(day, page(&bench, "dateFrom=2026-11-10T00:00:00Z&dateTo=2026-11-11T01:00:00%2B01:00"));
    let two = page(&bench, "dateFrom=2026-11-10&dateTo=2026-11-12").totals;
    assert!(day.totals.total < two.total && two.total < 2 * day.totals.total);
}

#[test]
fn today_grows_with_the_clock_and_then_settles() {
    let bench = bench();
    let today = || page(&bench, "dateFrom=2026-11-20&dateTo=2026-11-21&limit=1").totals.total;
    let noon = today();
    bench.advance(Duration::from_secs(6 * 3_600));
    let evening = today();
    bench.advance(Duration::from_secs(7 * 3_600));
    let settled = today();
    assert!(0 < noon && noon < evening && evening < settled);
    bench.advance(Duration::from_secs(86_400));
    assert_eq!(today(), settled);
    assert_eq!(page(&bench, "dateFrom=2030-01-01&dateTo=2030-02-01").totals.total, 0);
}

#[test]
fn the_default_range_is_thirty_days() {
    let bench = bench();
    let named = page(&bench, "dateFrom=2026-10-12&dateTo=2026-11-11");
    assert_eq!(named, page(&bench, "dateTo=2026-11-11"));
    assert!(page(&bench, "").totals.total > 0);
}

#[test]
fn an_invalid_query_is_refused() {
    let bench = bench();
    for query in [
        "limit=0",
        "limit=251",
        "limit=ten",
        "offset=-1",
        "dateFrom=yesterday",
        "dateTo=2026-02-30",
        "dateFrom=2026-11-02&dateTo=2026-11-02",
        "limit=1&limit=2",
    ] {
        let answer = bench.visitors(query).unwrap();
        let body = answer.json();
        assert_eq!((answer.status, body["error"].is_string()), (400, true), "{query}");
        assert!(body["details"].is_object(), "{query}");
    }
    assert_eq!(bench.visitors("limit=250&offset=0&other=1").unwrap().status, 200);
}

#[test]
fn analytics_requests_are_limited_by_hour_over_all_projects() {
    let projects = ["acme-docs", "acme-api"].map(|id| id.parse().unwrap()).to_vec();
    let bench = bench_with(Config { analytics_per_hour: 2, projects, ..Config::default() });
    let (docs, api) = (page(&bench, ""), bench.get("/v1/analytics/acme-api/visitors").unwrap());
    assert_ne!(api.json(), serde_json::to_value(docs).unwrap());
    let refused = bench.visitors("").unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("3600")));
    assert_eq!(bench.count(ServiceOperation::GetVisitors), 3);
    bench.advance(Duration::from_secs(3_600));
    page(&bench, "");
}

#[tokio::test]
async fn a_whole_site_over_ninety_days_takes_as_long_as_over_a_day() {
    let sim = Sim::start(Config::default()).await.unwrap();
    let visitors = format!("{}/v1/analytics/acme-docs/visitors?limit=250&dateTo=2026-09-01", sim.base_url());
    let since = move |day: &str| {
        fastest(|| {
            let request = ureq::get(format!("{visitors}&dateFrom={day}"));
            let request = request.header("Authorization", format!("Bearer {}", docket_sim::DEFAULT_KEY));
            request.call().unwrap().body_mut().read_to_string().unwrap();
        })
    };
    let times = tokio::task::spawn_blocking(move || ["2026-06-03", "2026-08-31"].map(since));
    let [ninety, one] = times.await.unwrap();
    assert!(ninety < 10 * one, "{ninety:?} and {one:?}");
    sim.shutdown().await;
}

#[test]
fn rows_shift_between_pages() {
    let bench = bench();
    let ask = |offset: u32| {
        page(&bench, &format!("dateFrom=2026-10-01&dateTo=2026-11-01&limit=100&offset={offset}"))
    };
    let (first, second) = (ask(0), ask(100));
    bench.inject(ServiceOperation::GetVisitors, "shifted-rows".parse().unwrap(), 1);
    let shifted = ask(100);
    assert_eq!(shifted.visitors[..3], first.visitors[97..]);
    assert_eq!(shifted.visitors[3..], second.visitors[..97]);
    assert_eq!(shifted.totals.total, first.totals.total + 1);
    assert_eq!(ask(100), second);
}
