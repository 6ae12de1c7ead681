//! All numbers come from the service, for exactly the interval that the answer states.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;

use docket_wire::{Interval, Rows, Summary, Trend, VisitorsResponse};
use serde_json::{Value, json};

use super::{analytics, world};
use crate::harness::{CANARY, Options, World, run};

type Ends = (String, String);

fn ends(interval: &Interval) -> Ends {
    (interval.from.to_string(), interval.to.to_string())
}

/// The intervals of the requests that reached the service.
fn sent(world: &World) -> BTreeSet<Ends> {
    let ends = |query: &str| {
        let url = reqwest::Url::parse(&format!("http://service/?{query}")).unwrap();
        let value = |field| url.query_pairs().find(|(name, _)| name == field).unwrap().1.into_owned();
        (value("dateFrom"), value("dateTo"))
    };
    world.sim.requests().iter().map(|request| ends(request.query.as_deref().unwrap())).collect()
}

/// The service's own answer for an interval.
async fn service_page(world: &World, (from, to): &Ends) -> VisitorsResponse {
    let url = format!("{}/v1/analytics/acme-docs/visitors", world.sim.base_url());
    let query = [("dateFrom", from.as_str()), ("dateTo", to), ("limit", "250")];
    let url = reqwest::Url::parse_with_params(&url, query).unwrap();
    reqwest::Client::new().get(url).bearer_auth(CANARY).send().await.unwrap().json().await.unwrap()
}

#[test]
fn every_shown_interval_was_sent_and_its_numbers_come_from_the_service() {
    run(async {
        let world = world(100).await;
        for (from, to, zone, length_h) in [
            ("2026-10-01", "2026-10-02", "UTC", 48),
            ("2026-11-10", "2026-11-10", "UTC", 24),
            ("2024-02-29", "2024-02-29", "UTC", 24),
            ("2026-03-28", "2026-03-29", "Europe/Berlin", 47),
            ("2026-10-25", "2026-10-25", "Europe/Berlin", 25),
            ("2024-02-28", "2024-02-29", "Europe/Berlin", 48),
            ("2026-10-31", "2026-11-01", "Pacific/Kiritimati", 48),
            ("2026-11-01", "2026-11-01", "Etc/GMT%2B12", 24),
            ("2026-11-03", "2026-11-03", "Pacific/Pago_Pago", 24),
        ] {
            world.sim.clear_requests();
            let span = format!("from={from}&to={to}&zone={zone}");
            let response = analytics(&world, &format!("summary?{span}&compare=previous")).await;
            let summary: Summary = serde_json::from_str(&response.text).unwrap();
            let trend = analytics(&world, &format!("trend?{span}")).await;
            let trend: Trend = serde_json::from_str(&trend.text).unwrap();
            let rows = analytics(&world, &format!("rows?{span}&limit=250")).await;
            let rows: Rows = serde_json::from_str(&rows.text).unwrap();
            let folders = analytics(&world, &format!("rows?{span}&group=folder&limit=1000")).await;
            let folders: Rows = serde_json::from_str(&folders.text).unwrap();
            let file = analytics(&world, &format!("export?{span}&format=ndjson")).await.text;
            let head: Value = serde_json::from_str(file.lines().next().unwrap()).unwrap();
            let head = &head["docket"];

            let before = summary.compared.unwrap();
            let interval = ends(&summary.interval);
            let length_ms = summary.interval.to.instant().since_ms(summary.interval.from.instant());
            assert_eq!(length_ms, length_h * 3_600_000, "{span}");
            let days = trend.days.iter().map(|day| ends(&day.interval));
            let shown = days.chain([interval.clone(), ends(&before.interval)]).collect::<BTreeSet<_>>();
            assert_eq!(shown, sent(&world), "{span}");
            assert_eq!((ends(&rows.interval), ends(&folders.interval)), (interval.clone(), interval.clone()));
            assert_eq!((&head["dateFrom"], &head["dateTo"]), (&json!(interval.0), &json!(interval.1)));

            // None of it is a sum.
            let own = service_page(&world, &interval).await;
            assert_eq!((summary.totals, rows.totals, folders.totals), (own.totals, own.totals, own.totals));
            assert_eq!(head["siteTotal"], own.totals.total);
            assert_eq!(rows.rows, own.visitors, "{span}");
            assert_eq!(before.totals, service_page(&world, &ends(&before.interval)).await.totals);
            for day in &trend.days {
                assert_eq!(day.totals.unwrap(), service_page(&world, &ends(&day.interval)).await.totals);
            }
            for folder in &folders.folders {
                assert!(folder.at_least.total <= own.totals.total, "{folder:?}");
            }
            let lines = file.lines().skip(1).take(rows.rows.len());
            let written: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(json!(written), json!(rows.rows));
        }
    });
}

/// A world whose service answers every request with `body`.
async fn world_with_answer(body: &str) -> World {
    let service = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", service.local_addr().unwrap());
    let response = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    std::thread::spawn(move || {
        for mut connection in service.incoming().flatten() {
            let mut lines = BufReader::new(&connection).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let _ = connection.write_all(response.as_bytes());
        }
    });
    World::start(Options { vars: vec![("DOCKET_UPSTREAM", Some(url))] }).await
}

const OCTOBER: &str = "from=2026-10-01&to=2026-10-31";

#[test]
fn a_range_without_visitors_has_zero_counts() {
    run(async {
        let body = r#"{"totals":{"human":0,"ai":0,"total":0},"visitors":[],"hasMore":false}"#;
        let world = world_with_answer(body).await;
        let none = json!({ "human": 0, "ai": 0, "total": 0 });
        let summary = analytics(&world, &format!("summary?{OCTOBER}&compare=year")).await.json();
        assert_eq!((&summary["totals"], &summary["humanAndAi"]), (&none, &json!(0)));
        assert_eq!((&summary["compared"]["totals"], &summary["compared"]["humanAndAi"]), (&none, &json!(0)));
        for query in ["", "&sort=share", "&q=x", "&group=folder"] {
            let rows = analytics(&world, &format!("rows?{OCTOBER}{query}")).await.json();
            assert_eq!((&rows["rows"], &rows["matched"]), (&json!([]), &json!(0)), "{query}");
            assert_eq!((&rows["complete"], &rows["totals"]), (&json!(true), &none));
        }
        let file = analytics(&world, &format!("export?{OCTOBER}")).await.text;
        assert!(file.contains("# siteTotal: 0\n") && file.contains("\n# rows: 0\n"), "{file}");
        assert!(file.ends_with("# end: true\n"), "{file}");
        let day = analytics(&world, "trend?from=2026-10-01&to=2026-10-01").await.json();
        assert_eq!((&day["days"][0]["totals"], &day["missing"]), (&none, &json!(0)));
    });
}

#[test]
fn contradicting_counts_are_passed_on_unchanged() {
    run(async {
        // The total is below the human and the AI count, and a path has more visitors than the site.
        let body = r#"{"totals":{"human":5,"ai":7,"total":3},"visitors":[{"path":"/a/b","human":1,"ai":9,"total":8}],"hasMore":false}"#;
        let world = world_with_answer(body).await;
        let totals = json!({ "human": 5, "ai": 7, "total": 3 });
        let summary = analytics(&world, &format!("summary?{OCTOBER}")).await.json();
        assert_eq!(
            (&summary["totals"], &summary["humanAndAi"]),
            (&totals, &json!(5)),
            "at most the human count"
        );
        let rows = analytics(&world, &format!("rows?{OCTOBER}&sort=share")).await.json();
        assert_eq!(rows["rows"], json!([{ "path": "/a/b", "human": 1, "ai": 9, "total": 8 }]));
        assert_eq!(rows["totals"], totals);
        let folders = analytics(&world, &format!("rows?{OCTOBER}&group=folder")).await.json();
        assert_eq!(folders["folders"][0]["atLeast"], json!({ "human": 1, "ai": 9, "total": 8 }));
        let file = analytics(&world, &format!("export?{OCTOBER}&plain=1")).await.text;
        assert_eq!(file, "path,human,ai,total\n\"/a/b\",1,9,8\n");
    });
}

#[test]
fn large_counts_are_exact() {
    run(async {
        let count = "9007199254740992";
        let body = format!(
            r#"{{"totals":{{"human":{count},"ai":0,"total":{count}}},"visitors":[{{"path":"/a","human":{count},"ai":9007199254740991,"total":{count}}}],"hasMore":false}}"#
        );
        let world = world_with_answer(&body).await.restarted().await;
        let totals = format!(r#""totals":{{"human":{count},"ai":0,"total":{count}}}"#);
        let row = format!(r#"{{"path":"/a","human":{count},"ai":9007199254740991,"total":{count}}}"#);
        for _ in 0..2 {
            for query in ["summary", "trend", "rows", "export"] {
                let format = if query == "export" { "&format=ndjson" } else { "" };
                let query_of_day = format!("{query}?from=2026-10-01&to=2026-10-01{format}");
                let response = analytics(&world, &query_of_day).await;
                assert_eq!(response.status, 200, "{response:?}");
                assert!(query == "export" || response.text.contains(&totals), "{response:?}");
                assert!(!matches!(query, "rows" | "export") || response.text.contains(&row), "{response:?}");
            }
        }
    });
}

#[test]
fn an_invalid_answer_is_an_error() {
    run(async {
        for body in [
            r#"{"totals":{"human":5,"total":5},"visitors":[],"hasMore":false}"#,
            r#"{"totals":{"human":5,"ai":null,"total":5},"visitors":[],"hasMore":false}"#,
            r#"{"totals":{"human":5,"ai":0,"total":5},"visitors":[{"path":"/a","human":5,"ai":0}],"hasMore":false}"#,
            r#"{"totals":{"human":-1,"ai":0,"total":5},"visitors":[],"hasMore":false}"#,
        ] {
            let world = world_with_answer(body).await;
            for query in ["summary", "trend", "rows", "export"] {
                let response = analytics(&world, &format!("{query}?{OCTOBER}")).await;
                response.is_problem_of(body, 502, "service_bad_answer");
            }
        }
    });
}
