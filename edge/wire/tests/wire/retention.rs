use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn the_retention_of_a_project() {
    let forever = RetentionRule { days: None, counted_days: None, expired: 0, more: false, oldest: None };
    let forever_json =
        json!({"days": null, "countedDays": null, "expired": 0, "more": false, "oldest": null});
    let set = RetentionRule {
        days: Some(365),
        counted_days: Some(30),
        expired: 1000,
        more: true,
        oldest: Some(UnixMs(0)),
    };
    let set_json = json!({"days": 365, "countedDays": 30, "expired": 1000, "more": true,
                          "oldest": "1970-01-01T00:00:00.000Z"});
    let jobs = JobsRetention { jobs: set, prompts: forever, audit: set };
    let jobs_json = json!({"jobs": set_json, "prompts": forever_json, "audit": set_json});
    pin(&Retention { jobs: jobs.clone(), analytics: None }, json!({"jobs": jobs_json}));
    pin(
        &Retention { jobs, analytics: Some(AnalyticsRetention { visitors: set, audit: forever }) },
        json!({"jobs": jobs_json, "analytics": {"visitors": set_json, "audit": forever_json}}),
    );
}

#[test]
fn other_days_are_checked_like_settings() {
    let query = RetentionQuery::from_pairs([("jobsDays", "30"), ("auditDays", "1")]).unwrap();
    assert_eq!((query.jobs_days, query.prompts_days, query.audit_days), (Some(30), None, Some(1)));
    for (name, value) in [
        ("jobsDays", "7"),
        ("promptsDays", "0"),
        ("visitorsDays", "3651"),
        ("auditDays", "-1"),
        ("jobsDays", ""),
    ] {
        assert_eq!(RetentionQuery::from_pairs([(name, value)]).unwrap_err().field, name, "{value}");
    }
}
