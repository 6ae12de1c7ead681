//! Ready-made views, and costs, over HTTP.

use docket_sim::ServiceOperation;
use docket_wire::{Rows, Trend};

use super::{analytics, large_world, world};
use crate::harness::{World, run};

async fn october(world: &World, query: &str) -> Rows {
    let response = analytics(world, &format!("rows?from=2026-10-01&to=2026-10-31{query}")).await;
    assert_eq!(response.status, 200, "{response:?}");
    serde_json::from_str(&response.text).unwrap_or_else(|error| panic!("{error}: {response:?}"))
}

#[test]
fn a_view_compares_the_rows_of_two_spans() {
    run(async {
        // A page of each span: a read loads no more of the other one.
        let world = large_world(100, 200).await;
        let view = october(&world, "&view=falling&compare=previous").await;
        let compared = view.compared.unwrap();
        assert_eq!(
            (compared.interval.from.to_string(), compared.rows.len()),
            ("2026-08-31".into(), view.rows.len())
        );
        assert!(compared.complete && !compared.longer && view.complete);
        for (row, before) in view.rows.iter().zip(&compared.rows) {
            assert!(before.total >= 100 && row.total * 10 <= before.total * 7, "{row:?} {before:?}");
        }
        let calls = world.sim.count(ServiceOperation::GetVisitors);
        october(&world, "&view=quiet&compare=previous&sort=path").await;
        october(&world, "&view=ai").await;
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), calls, "all of it is loaded");
        for (query, field) in [
            ("view=new", "compare"),
            ("view=best&compare=year", "view"),
            ("view=ai&group=folder", "view"),
            ("view=new&compare=best", "compare"),
        ] {
            let refused = analytics(&world, &format!("rows?from=2026-10-01&to=2026-10-31&{query}")).await;
            refused.is_problem(400, "invalid_request");
            assert_eq!(refused.problem().field.as_deref(), Some(field), "{query}");
        }
    });
}

#[test]
fn a_view_loads_one_page_of_the_other_span_and_says_what_the_rest_costs() {
    run(async {
        let world = large_world(100, 1_200).await;
        let view = october(&world, "&view=new&compare=previous").await;
        // Four pages of October while the caller waits, as for a sort, and one of September.
        assert_eq!(world.sim.count(ServiceOperation::GetVisitors), 5);
        assert_eq!((view.rows.len(), view.matched, view.loaded), (0, 0, 1000));
        let compared = view.compared.unwrap();
        assert_eq!((compared.loaded, compared.complete, compared.rows.len()), (250, false, 0));
        assert_eq!((view.cost, compared.cost), (None, None), "nothing is known of the number of paths");
    });
}

#[test]
fn a_trend_says_what_its_missing_days_cost() {
    run(async {
        let world = world(50).await;
        let response = analytics(&world, "trend?from=2026-06-01&to=2026-08-31").await;
        let trend: Trend = serde_json::from_str(&response.text).unwrap();
        let cost = trend.cost.unwrap();
        // The read has loaded two days; a backfill leaves ten requests of the hour to people.
        assert_eq!((cost.requests, cost.estimated, cost.available), (90, false, 38));
        let hours = cost.done_at.0 - trend.days.last().unwrap().checked_at.unwrap().0;
        assert!((2 * 3_600_000..3 * 3_600_000).contains(&hours), "{hours}");
    });
}
