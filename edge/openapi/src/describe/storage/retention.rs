//! How long data is stored, and what retention would delete.

use std::ops::RangeInclusive;

use docket_wire::ProblemCode::{InvalidRequest, NewerSchema};
use docket_wire::{Retention, RetentionQuery};
use serde_json::{Value, json};

use crate::describe::description::{Description, Success};
use crate::describe::parameter::{Parameter, query};

pub(crate) fn describe() -> Description {
    Description::new("Projects", "Report how long data is stored, and what retention would delete")
        .text("Counts what is older than the days in the settings, or than other days. It deletes nothing. `analytics` needs `visitors:read`.")
        .takes([
            days("jobsDays", "DOCKET_JOBS_DAYS", RetentionQuery::JOBS_DAYS).example(90),
            days("promptsDays", "DOCKET_PROMPTS_DAYS", RetentionQuery::OTHER_DAYS),
            days("visitorsDays", "DOCKET_VISITORS_DAYS", RetentionQuery::OTHER_DAYS),
            days("auditDays", "DOCKET_AUDIT_DAYS", RetentionQuery::OTHER_DAYS),
        ])
        .responds(Success::json::<Retention>("200", "How long data is stored, and how much of it is expired.", retention()))
        .fails(&[InvalidRequest, NewerSchema])
}

fn days(name: &'static str, setting: &str, range: RangeInclusive<u32>) -> Parameter {
    let text = format!("Days in place of those in `{setting}`.");
    query(name, &text, json!({ "type": "integer", "minimum": range.start(), "maximum": range.end() }))
}

fn retention() -> Value {
    let forever = json!({ "days": null, "countedDays": null, "expired": 0, "more": false, "oldest": null });
    let audit = json!({ "days": 365, "countedDays": 365, "expired": 0, "more": false, "oldest": null });
    json!({
        "jobs": {
            "jobs": {
                "days": 180,
                "countedDays": 90,
                "expired": 41,
                "more": false,
                "oldest": "2025-08-04T09:32:40.480Z",
            },
            "prompts": forever,
            "audit": audit,
        },
        "analytics": { "visitors": forever, "audit": audit },
    })
}
