//! Totals of a range: what was asked, and what is told.

use reqwest::Method;
use serde_json::{Value, json};

use super::{budget, figures, world};
use crate::harness::{World, answer, run, shared};

/// The queries that reached the service, oldest first.
fn asked(world: &World) -> Vec<String> {
    world.sim.requests().into_iter().filter_map(|request| request.query).collect()
}

#[test]
fn what_is_shown_is_what_was_asked() {
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
            let told = figures(&world, &format!("summary?{query}")).await;
            assert_eq!(told.status, 200, "{told:?}");
            assert_eq!(told.json()["interval"], interval, "{query}");
            assert_eq!(asked(&world).pop().as_deref(), Some(sent));
            let totals = &told.json()["totals"];
            let count = |name: &str| totals[name].as_u64().unwrap();
            let both = (count("human") + count("ai")).saturating_sub(count("total"));
            assert_eq!((&told.json()["humanAndAi"], &told.json()["partial"]), (&json!(both), &json!(false)));
            assert!(count("total") > 0 || query.contains("2024"), "{told:?}");
        }
    });
}

#[test]
fn a_comparison_is_over_as_many_days() {
    run(async {
        let world = world(100).await;
        let told = figures(&world, "summary?from=2026-10-01&to=2026-10-31&compare=previous").await;
        assert_eq!(told.json()["compared"]["interval"], json!({"from": "2026-08-31", "to": "2026-10-01"}));
        assert!(told.json()["compared"]["totals"]["total"].as_u64().unwrap() > 0);
        // The range itself is known by now.
        let told = figures(&world, "summary?from=2026-10-01&to=2026-10-31&compare=year").await;
        assert_eq!(told.json()["compared"]["interval"], json!({"from": "2025-10-01", "to": "2025-11-01"}));
        assert_eq!((asked(&world).len(), budget(&told)[1]), (3, 97));
        assert_eq!(told.json()["budget"]["remaining"], json!(97));
        // Rows that were asked for with the totals are there for the drop-in operation as well.
        let rows = super::visitors(&world, "?dateFrom=2026-10-01&dateTo=2026-11-01&limit=250").await;
        assert_eq!(rows.json()["totals"], told.json()["totals"]);
        assert_eq!(asked(&world).len(), 3);
    });
}

#[test]
fn today_is_partial() {
    run(async {
        let world = world(100).await;
        let today = world.sim.now();
        let day = docket_wire::Day::at(today, &docket_wire::Utc).unwrap();
        let told = figures(&world, &format!("summary?from={day}&to={day}")).await;
        assert_eq!(
            (&told.json()["partial"], &told.json()["stale"]),
            (&Value::Bool(true), &Value::Bool(false))
        );
        assert!(told.header("Age").is_some());
    });
}

#[test]
fn what_cannot_be_asked_is_refused() {
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
