//! The routes of visitors.

use docket_core::http::route::AnalyticsRoute;
use docket_wire::ProblemCode::{Forbidden, NotCached, QueueFull, TableExpired};
use docket_wire::{
    BackfillKind, BackfillProgress, BackfillRequest, BudgetReport, DateOrTime, PAGE_PATH_BYTES_MAX,
    PageTrend, Rows, RowsQuery, STALE_HEADER, Summary, TABLE_HEADER, Trend, VisitorsQuery, VisitorsResponse,
};
use serde_json::{Value, json};

use super::description::{Content, Description, Success};
use super::parameter::{limit, no_cache, number, query, query_of, rows, span, word};
use super::problems::{OF_BUDGET, OF_SERVICE};

const SERVICE: &str = "The service's operations";
const VISITORS: &str = "Visitors";
const CURRENT: &str =
    "`no-cache` requests new data, if the budget allows. `only-if-cached` makes no request to the service.";

pub(super) fn describe(route: &AnalyticsRoute) -> Description {
    match route {
        AnalyticsRoute::Visitors => read(SERVICE, "Read a page of visitors")
            .takes([
                query_of::<DateOrTime>("dateFrom", "The first moment.").example("2026-01-01"),
                query_of::<DateOrTime>("dateTo", "The first moment after the interval.").example("2026-02-01"),
                limit("Rows per page.", VisitorsQuery::LIMIT_MAX, VisitorsQuery::LIMIT).example(10),
                number("offset", "Rows to skip."),
                no_cache(CURRENT),
            ])
            .responds(
                Success::empty("200", "The page, as the service responded.")
                    .with(Content::read::<VisitorsResponse>(page()))
                    .headers(&["Age", STALE_HEADER]),
            ),
        AnalyticsRoute::VisitorsSummary => read(VISITORS, "Read the totals of a span")
            .takes(span())
            .takes([
                word(
                    "compare",
                    "The span to compare with: as many days immediately before, or the days that start a year earlier.",
                    &["previous", "year"],
                )
                .example("previous"),
                no_cache(CURRENT),
            ])
            .responds(
                Success::json::<Summary>("200", "The totals.", summary()).headers(&["Age", STALE_HEADER]),
            ),
        AnalyticsRoute::VisitorsTrend => read(VISITORS, "Read the daily totals of a span, as far as they are loaded")
            .takes(span())
            .takes([no_cache(CURRENT)])
            .responds(
                Success::json::<Trend>("200", "The days, oldest first.", trend()).headers(&["Age", STALE_HEADER]),
            ),
        AnalyticsRoute::VisitorsPageTrend => read(VISITORS, "Read the daily visitors of a page, as far as they are loaded")
            .text(
                "Docket reads them from the first 250 rows of each day, which the service sends with the totals of the day. On a day with more rows, the \
                 visitors of a page that is not among those are unknown.",
            )
            .takes([query("path", "The path of the page. At most 2100 bytes.", page_path()).required().example("/guides/limits")])
            .takes(span())
            .takes([no_cache(CURRENT)])
            .responds(
                Success::json::<PageTrend>("200", "The days, oldest first.", page_trend()).headers(&["Age", STALE_HEADER]),
            ),
        AnalyticsRoute::VisitorsRows => read(VISITORS, "Read visitors by path, sorted and filtered")
            .takes(span())
            .takes([
                number("offset", "Rows to skip."),
                limit("Rows per page.", RowsQuery::LIMIT_MAX, RowsQuery::LIMIT).example(10),
            ])
            .takes(rows())
            .takes([
                word(
                    "view",
                    "A ready-made view of pages: `ai`, most read by AI and rarely by people; `falling`, which lost visitors; `quiet`, which \
                     have hardly any left; `new`, which nobody visited before. All but `ai` need `compare`.",
                    &["ai", "falling", "quiet", "new"],
                ),
                word("compare", "The span that the view compares with, as in a summary.", &["previous", "year"]),
                word("group", "`folder` responds with the folders directly below the prefix.", &["folder"]),
                no_cache(CURRENT),
            ])
            .responds(
                Success::json::<Rows>("200", "The rows that are loaded.", rows_page()).headers(&["Age", STALE_HEADER]),
            ),
        AnalyticsRoute::VisitorsExport => read(VISITORS, "Export visitors by path as a file")
            .text("The file says at its end whether it is complete. To resume it, send the table and the rows so far.")
            .takes(span())
            .takes(rows())
            .takes([
                word("format", "The format of the file; `csv` if it is absent.", &["csv", "ndjson"]).example("csv"),
                word("plain", "`1` leaves out the comment lines that describe the file. Only with `format=csv`.", &["1"]),
                query(
                    "table",
                    "The header `Docket-Table` of the response to resume.",
                    json!({ "type": "integer", "minimum": 1 }),
                ),
                number("row", "The number of complete rows so far. Only with `table`."),
                no_cache(CURRENT),
            ])
            .responds(
                Success::empty("200", "The file.")
                    .with(Content::text("text/csv", "path,human,ai,total\n\"/guides/limits\",120,30,144\n"))
                    .with(Content::text(
                        "application/x-ndjson",
                        "{\"docket\":{\"project\":\"acme-docs\"}}\n{\"path\":\"/guides/limits\",\"human\":120,\"ai\":30,\"total\":144}\n",
                    ))
                    .headers(&["Content-Disposition", TABLE_HEADER, "Age", STALE_HEADER]),
            )
            .fails(&[TableExpired]),
        AnalyticsRoute::VisitorsBudget => Description::new(VISITORS, "Read the request budget and the backfills")
            .responds(Success::json::<BudgetReport>(
                "200",
                "The budget of all projects with the same admin key.",
                json!({
                    "budget": budget(),
                    "backfills": [{
                        "kind": "days",
                        "span": { "from": "2026-01-01", "to": "2026-01-31", "zone": "Europe/Berlin" },
                        "progress": progress(),
                    }],
                    "queuedByOtherProjects": 0,
                }),
            )),
        AnalyticsRoute::StartBackfill => Description::new(VISITORS, "Load the totals of days, their first paths, or all paths of a span in the background")
            .body::<BackfillRequest>(
                json!({ "kind": "days", "from": "2026-01-01", "to": "2026-01-31", "zone": "Europe/Berlin" }),
            )
            .responds(Success::json::<BackfillProgress>("202", "The progress. If it needs no requests, everything is loaded.", progress()))
            .fails(&[QueueFull]),
        AnalyticsRoute::CancelBackfill => Description::new(VISITORS, "Cancel a backfill")
            .text("Data that are loaded stay. A program can cancel only the backfills that it started.")
            .takes([query_of::<BackfillKind>("kind", "What the backfill loads.").required().example("days")])
            .takes(span())
            .responds(Success::empty("204", "The backfill is not in the queue."))
            .fails(&[Forbidden]),
        AnalyticsRoute::ResumeVisitors => {
            Description::new(VISITORS, "End the pause of analytics requests that the service asked for")
                .responds(Success::empty("204", "Docket requests visitors again."))
        }
    }
}

/// A read that may call the service.
fn read(tag: &'static str, summary: &'static str) -> Description {
    Description::new(tag, summary).fails(OF_SERVICE).fails(OF_BUDGET).fails(&[NotCached])
}

fn totals() -> Value {
    json!({ "human": 5200, "ai": 900, "total": 6050 })
}

fn row() -> Value {
    json!({ "path": "/guides/limits", "human": 120, "ai": 30, "total": 144 })
}

fn page() -> Value {
    json!({ "totals": totals(), "visitors": [row()], "hasMore": true })
}

fn interval() -> Value {
    json!({ "from": "2025-12-31T23:00:00Z", "to": "2026-01-31T23:00:00Z" })
}

fn budget() -> Value {
    json!({ "limit": 100, "remaining": 72, "resetS": 1841 })
}

fn progress() -> Value {
    json!({ "done": 3, "total": 31, "resumesAt": null })
}

fn summary() -> Value {
    json!({
        "interval": interval(),
        "partial": false,
        "totals": totals(),
        "humanAndAi": 50,
        "checkedAt": "2026-02-01T09:30:00.000Z",
        "stale": false,
        "compared": {
            "interval": { "from": "2025-11-30T23:00:00Z", "to": "2025-12-31T23:00:00Z" },
            "totals": { "human": 4800, "ai": 700, "total": 5460 },
            "humanAndAi": 40,
            "longer": false,
        },
        "budget": budget(),
    })
}

fn trend() -> Value {
    json!({
        "zone": "UTC",
        "days": [{
            "day": "2026-01-31",
            "interval": { "from": "2026-01-31", "to": "2026-02-01" },
            "totals": { "human": 210, "ai": 40, "total": 248 },
            "partial": false,
            "checkedAt": "2026-02-01T09:30:00.000Z",
        }],
        "missing": 0,
        "backfill": null,
        "budget": budget(),
    })
}

fn page_path() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": PAGE_PATH_BYTES_MAX })
}

fn page_trend() -> Value {
    json!({
        "path": "/guides/limits",
        "zone": "UTC",
        "days": [{
            "day": "2026-01-31",
            "interval": { "from": "2026-01-31", "to": "2026-02-01" },
            "partial": false,
            "read": {
                "totals": { "human": 21, "ai": 4, "total": 24 },
                "rows": 250,
                "checkedAt": "2026-02-01T09:30:00.000Z",
            },
        }],
        "missing": 0,
        "backfill": null,
        "budget": budget(),
    })
}

fn rows_page() -> Value {
    json!({
        "interval": interval(),
        "partial": false,
        "rows": [row()],
        "hasMore": true,
        "matched": 12,
        "loaded": 250,
        "complete": true,
        "pagesLoaded": 1,
        "duplicatesDropped": 0,
        "totalsChanged": false,
        "fetchedFrom": "2026-02-01T09:30:00.000Z",
        "fetchedTo": "2026-02-01T09:30:00.000Z",
        "stale": false,
        "totals": totals(),
        "backfill": null,
        "budget": budget(),
    })
}
