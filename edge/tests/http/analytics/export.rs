//! Exports.

use std::collections::HashSet;

use docket_sim::{ServiceOperation, SimFault};
use docket_wire::VisitorRow;
use reqwest::Method;
use serde_json::{Value, json};

use super::{analytics, budget, large_world, service_rows, world};
use crate::harness::{Answer, World, run};

async fn export(world: &World, query: &str) -> Answer {
    analytics(world, &format!("export?from=2026-10-01&to=2026-10-31{query}")).await
}

fn calls(world: &World) -> usize {
    world.sim.count(ServiceOperation::GetVisitors)
}

/// The rows of an NDJSON file, and its last line. Ignores the first line, which a resumed file does not have.
fn lines(text: &str) -> (Vec<VisitorRow>, Value) {
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("{\"docket\"")).collect();
    let end = serde_json::from_str(lines.pop().unwrap()).unwrap();
    (lines.into_iter().map(|line| serde_json::from_str(line).unwrap()).collect(), end)
}

#[test]
fn csv_has_every_row_and_defuses_formulas() {
    run(async {
        let world = world(100).await;
        let all = service_rows(&world).await;
        let file = export(&world, "&zone=Europe/Berlin").await;
        assert_eq!(file.status, 200, "{file:?}");
        assert_eq!(file.header("Content-Type"), Some("text/csv; charset=utf-8; header=present"));
        assert_eq!(
            file.header("Content-Disposition"),
            Some(
                "attachment; filename=\"visitors-acme-docs-2026-10-01-to-2026-10-31.csv\"; \
                 filename*=UTF-8''visitors-acme-docs-2026-10-01-to-2026-10-31.csv"
            )
        );
        for line in
            ["# project: acme-docs\n", "# zone: Europe/Berlin\n", "# dateFrom: 2026-09-30T22:00:00Z\n"]
        {
            assert!(file.text.contains(line), "{file:?}");
        }
        assert!(file.text.contains("\n# rows: 300\n# duplicatesDropped: 0\n"), "{}", file.text);
        assert!(file.text.ends_with("\n# end: true\n"));
        let table = file.header("Docket-Table").unwrap();
        let rest = export(&world, &format!("&zone=Europe/Berlin&plain=1&table={table}&row=299")).await;
        assert_eq!(rest.header("Content-Type"), Some("text/csv; charset=utf-8; header=absent"));
        assert_eq!(rest.text.lines().count(), 1, "{rest:?}");

        let plain = export(&world, "&plain=1").await.text;
        let mut reader = csv::Reader::from_reader(plain.as_bytes());
        assert_eq!(reader.headers().unwrap(), vec!["path", "human", "ai", "total"]);
        let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(records.len(), all.len());
        let mut formulas = 0;
        for (record, row) in records.iter().zip(&all) {
            // A program gets the path as it is.
            assert_eq!(record[0], row.path);
            if row.path.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
                formulas += 1;
                let defused = format!("\n\"'{}", row.path.replace('"', "\"\""));
                assert!(file.text.contains(&defused), "{defused}");
            }
            let counts: Vec<u64> = record.iter().skip(1).map(|count| count.parse().unwrap()).collect();
            assert_eq!(counts, [row.human, row.ai, row.total]);
        }
        assert!(formulas >= 3);
        assert_eq!(calls(&world), 4, "two intervals of two pages");
    });
}

#[test]
fn ten_thousand_paths_take_forty_requests() {
    run(async {
        let world = large_world(100, 10_000).await;
        let all = service_rows(&world).await;
        let (rows, end) = lines(&export(&world, "&format=ndjson").await.text);
        assert_eq!(rows, all);
        assert_eq!((&end["end"], &end["rows"]), (&json!(true), &json!(all.len())));
        assert_eq!(calls(&world), all.len().div_ceil(250));

        // Stored rows are not fetched again, in any order.
        let (guides, end) = lines(&export(&world, "&format=ndjson&prefix=/guides/&sort=path").await.text);
        let mut expected: Vec<_> =
            all.iter().filter(|row| row.path.starts_with("/guides/")).cloned().collect();
        expected.sort_by(|a, b| a.path.cmp(&b.path));
        assert_eq!((guides.len(), &end["rows"]), (expected.len(), &json!(expected.len())));
        assert_eq!(guides, expected);
        assert_eq!(calls(&world), all.len().div_ceil(250));
    });
}

#[test]
fn an_interrupted_file_resumes_after_its_last_row() {
    run(async {
        let world = large_world(100, 3_000).await;
        let all = service_rows(&world).await;
        for query in ["", "&sort=path&order=desc"] {
            let path = format!(
                "/api/projects/acme-docs/visitors/export?from=2026-10-01&to=2026-10-31&format=ndjson{query}"
            );
            let mut response = world.ada(Method::GET, &path).await.send().await.unwrap();
            let table = response.headers()["Docket-Table"].to_str().unwrap().to_owned();
            let mut text = Vec::new();
            while text.iter().filter(|byte| **byte == b'\n').count() < 400 {
                text.extend(response.chunk().await.unwrap().unwrap());
            }
            drop(response);
            // The last line may be incomplete.
            let text = String::from_utf8_lossy(&text).into_owned();
            let (complete, _) = text.rsplit_once('\n').unwrap();
            let first: Vec<VisitorRow> = complete
                .lines()
                .skip(1)
                .filter(|line| !line.contains("\"end\""))
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let rest =
                export(&world, &format!("&format=ndjson{query}&table={table}&row={}", first.len())).await;
            assert_eq!(rest.header("Docket-Table"), Some(table.as_str()));
            let (rest, end) = lines(&rest.text);
            assert_eq!((&end["end"], &end["rows"]), (&json!(true), &json!(all.len())));
            let mut expected = all.clone();
            if !query.is_empty() {
                expected.sort_by(|a, b| b.path.cmp(&a.path));
            }
            assert_eq!([first, rest].concat(), expected);
            // A file whose header alone arrived continues without a second one.
            let rows = export(&world, &format!("&format=ndjson{query}&table={table}&row=0")).await.text;
            let first: VisitorRow = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
            assert_eq!(first, expected[0]);
        }
        assert_eq!(calls(&world), all.len().div_ceil(250));
    });
}

#[test]
fn duplicates_are_written_once_and_reported() {
    run(async {
        let world = large_world(100, 1_200).await;
        analytics(&world, "rows?from=2026-10-01&to=2026-10-31&limit=500").await;
        world.sim.inject(ServiceOperation::GetVisitors, "shifted-rows".parse().unwrap(), 1);
        let (rows, end) = lines(&export(&world, "&format=ndjson").await.text);
        let paths: HashSet<&str> = rows.iter().map(|row| row.path.as_str()).collect();
        assert_eq!((rows.len(), paths.len()), (1_197, 1_197));
        assert_eq!((&end["rows"], &end["duplicatesDropped"]), (&json!(1_197), &json!(3)));
        assert_eq!(end["totalsChanged"], true);
    });
}

#[test]
fn a_file_says_that_an_exhausted_budget_ended_it() {
    run(async {
        let world = large_world(3, 1_200).await;
        let all = service_rows(&world).await;
        let file = export(&world, "&format=ndjson").await;
        let (rows, end) = lines(&file.text);
        assert_eq!(rows, all[..750]);
        assert_eq!((&end["end"], &end["rows"]), (&json!(false), &json!(750)));
        assert_eq!(end["table"], file.header("Docket-Table").unwrap());
        assert!((3500..=3600).contains(&end["retryAfterS"].as_u64().unwrap()), "{end}");
        let csv = export(&world, "").await.text;
        assert!(csv.contains("\n# rows: 750\n") && csv.ends_with("\n# end: false\n"));
        // Sorted rows are written only once all are loaded.
        let (rows, end) = lines(&export(&world, "&format=ndjson&sort=path").await.text);
        assert_eq!((rows.len(), &end["rows"]), (0, &json!(0)));
        analytics(&world, "export?from=2026-09-01&to=2026-09-30").await.is_problem(429, "budget_exhausted");
        // A plain file has no line for it, but the status of a part without rows.
        let table = file.header("Docket-Table").unwrap();
        let resumed = export(&world, &format!("&plain=1&table={table}&row=750")).await;
        resumed.is_problem(429, "budget_exhausted");
        assert!(resumed.header("Retry-After").is_some(), "{resumed:?}");
        let beyond = export(&world, &format!("&plain=1&table={table}&row=751")).await;
        beyond.is_problem(400, "invalid_request");
        assert_eq!(beyond.problem().field.as_deref(), Some("row"));
        assert_eq!(calls(&world), 3);
    });
}

#[test]
fn the_named_budget_leaves_a_tenth_to_people() {
    run(async {
        let world = large_world(10, 250).await;
        let remaining = async |path: &str| budget(&analytics(&world, path).await)[1];
        assert_eq!(remaining("budget").await, 10);
        assert_eq!(remaining("export?from=2026-10-01&to=2026-10-31").await, 8);
        assert_eq!(remaining("budget").await, 9);
    });
}

#[test]
fn a_plain_file_breaks_when_the_service_fails() {
    run(async {
        let world = large_world(100, 1_200).await;
        let all = service_rows(&world).await;
        analytics(&world, "rows?from=2026-10-01&to=2026-10-31&limit=500").await;
        world.sim.inject(ServiceOperation::GetVisitors, SimFault::status(503), u32::MAX);
        let path = "/api/projects/acme-docs/visitors/export?from=2026-10-01&to=2026-10-31&plain=1";
        let response = world.ada(Method::GET, path).await.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert!(response.text().await.is_err(), "the connection breaks");

        let file = export(&world, "&format=ndjson").await;
        world.sim.clear_faults();
        let (first, end) = lines(&file.text);
        assert_eq!((first.len(), &end["end"]), (500, &json!(false)));
        let table = file.header("Docket-Table").unwrap();
        let rest = export(&world, &format!("&format=ndjson&table={table}&row=500")).await;
        assert_eq!([first, lines(&rest.text).0].concat(), all);
    });
}

#[test]
fn a_table_that_is_not_stored_is_gone() {
    run(async {
        let world = world(100).await;
        export(&world, "&table=1&row=5").await.is_problem(410, "table_expired");
        let file = export(&world, "").await;
        let table = file.header("Docket-Table").unwrap();
        let other = analytics(&world, &format!("export?from=2026-10-02&to=2026-10-31&table={table}")).await;
        other.is_problem(410, "table_expired");
        let beyond = export(&world, &format!("&table={table}&row=301")).await;
        beyond.is_problem(400, "invalid_request");
        assert_eq!(beyond.problem().field.as_deref(), Some("row"));
        for (query, field) in [("&format=xlsx", "format"), ("&row=5", "row"), ("&table=x", "table")] {
            let refused = export(&world, query).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field));
        }
        assert_eq!(calls(&world), 2);
    });
}
