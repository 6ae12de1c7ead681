//! Totals of a range: the request to the service, and the answer.

use reqwest::Method;
use serde_json::{Value, json};

use super::{analytics, budget, world};
use crate::harness::{World, answer, run, shared};

/// The queries that reached the service, oldest first.
fn queries(world: &World) -> Vec<String> {
    world.sim.requests().into_iter().filter_map(|request| request.query).collect()
}

#[test]
fn the_shown_interval_is_the_one_that_was_sent() {
    run(async {
        let world = world(100).await;
        for (query, interval, sent) in [
            (
                "from=2026-10-01&to=2026-10-31",
                json!({"from": "2026-10-01", "to": "2026-11-01"}),
                "dateFrom=2026-10-01&dateTo=2026-11-01&limit=250",
            ),
            (
                "from=2026-10-25&to=2026-10-25&zone=Europe/Berlin",
                json!({"from": "2026-10-24T22:00:00Z", "to": "2026-10-25T23:00:00Z"}),
                "dateFrom=2026-10-24T22%3A00%3A00Z&dateTo=2026-10-25T23%3A00%3A00Z&limit=250",
            ),
            (
                "from=2026-03-08&to=2026-03-08&zone=America%2FNew_York",
                json!({"from": "2026-03-08T05:00:00Z", "to": "2026-03-09T04:00:00Z"}),
                "dateFrom=2026-03-08T05%3A00%3A00Z&dateTo=2026-03-09T04%3A00%3A00Z&limit=250",
            ),
            (
                "from=2024-02-29&to=2024-02-29&zone=Pacific/Kiritimati",
                json!({"from": "2024-02-28T10:00:00Z", "to": "2024-02-29T10:00:00Z"}),
                "dateFrom=2024-02-28T10%3A00%3A00Z&dateTo=2024-02-29T10%3A00%3A00Z&limit=250",
            ),
            (
                "from=2026-01-01&to=2026-01-01&zone=Asia/Kathmandu",
                json!({"from": "2025-12-31T18:15:00Z", "to": "2026-01-01T18:15:00Z"}),
                "dateFrom=2025-12-31T18%3A15%3A00Z&dateTo=2026-01-01T18%3A15%3A00Z&limit=250",
            ),
        ] {
            let response = analytics(&world, &format!("summary?{query}")).await;
            assert_eq!(response.status, 200, "{response:?}");
            assert_eq!(response.json()["interval"], interval, "{query}");
            assert_eq!(queries(&world).pop().as_deref(), Some(sent));
            let totals = &response.json()["totals"];
            let count = |name: &str| totals[name].as_u64().unwrap();
            let both = (count("human") + count("ai")).saturating_sub(count("total"));
            assert_eq!(
                (&response.json()["humanAndAi"], &response.json()["partial"]),
                (&json!(both), &json!(false))
            );
            assert!(count("total") > 0 || query.contains("2024"), "{response:?}");
        }
    });
}

#[test]
fn a_comparison_has_the_same_number_of_days() {
    run(async {
        let world = world(100).await;
        let response = analytics(&world, "summary?from=2026-10-01&to=2026-10-31&compare=previous").await;
        assert_eq!(
            response.json()["compared"]["interval"],
            json!({"from": "2026-08-31", "to": "2026-10-01"})
        );
        assert!(response.json()["compared"]["totals"]["total"].as_u64().unwrap() > 0);
        // The totals of the range itself are stored by now.
        let response = analytics(&world, "summary?from=2026-10-01&to=2026-10-31&compare=year").await;
        assert_eq!(
            response.json()["compared"]["interval"],
            json!({"from": "2025-10-01", "to": "2025-11-01"})
        );
        assert_eq!((queries(&world).len(), budget(&response)[1]), (3, 97));
        assert_eq!(response.json()["budget"]["remaining"], json!(97));
        // The service's own operation uses the same cached page.
        let rows = super::visitors(&world, "?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250").await;
        assert_eq!(rows.json()["totals"], response.json()["totals"]);
        assert_eq!(queries(&world).len(), 3);
    });
}

#[test]
fn today_is_partial() {
    run(async {
        let world = world(100).await;
        let today = world.sim.now();
        let day = docket_wire::Day::at(today, &docket_wire::Utc).unwrap();
        let response = analytics(&world, &format!("summary?from={day}&to={day}")).await;
        assert_eq!(
            (&response.json()["partial"], &response.json()["stale"]),
            (&Value::Bool(true), &Value::Bool(false))
        );
        assert!(response.header("Age").is_some());
    });
}

#[test]
fn an_invalid_range_names_its_parameter() {
    run(async {
        let world = shared().await;
        for (query, field) in [
            ("", "from"),
            ("from=2026-10-01", "to"),
            ("from=2026-10-02&to=2026-10-01", "from"),
            ("from=2025-01-01&to=2026-10-01", "from"),
            ("from=2026-10-01&to=2026-10-02&zone=Mars/Olympus", "zone"),
            ("from=2026-10-01&to=2026-10-02&zone=%2B01:00", "zone"),
            ("from=2026-10-01&to=2026-10-02&compare=century", "compare"),
            ("from=2000-01-01&to=2000-01-02&compare=year", "compare"),
            ("from=2011-12-30&to=2011-12-30&zone=Pacific/Apia", "from"),
        ] {
            let path = format!("/api/projects/acme-docs/visitors/summary?{query}");
            let refused = answer(world.ada(Method::GET, &path).await).await;
            refused.is_problem_of(query, 400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field), "{query}");
        }
    });
}
