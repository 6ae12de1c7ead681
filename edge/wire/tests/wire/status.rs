use docket_wire::*;
use serde_json::json;

use crate::http::{reason, reason_json};
use crate::pin;

const BUDGET: RequestBudget = RequestBudget { limit: 100, remaining: 99, reset_s: 3, paused_until: None };
const STORAGE: StorageStatus = StorageStatus { bytes: 4096, schema: 4 };

#[test]
fn the_status_of_a_project() {
    let budget = json!({"limit": 100, "remaining": 99, "resetS": 3});
    let storage = json!({"bytes": 4096, "schema": 4});
    let durations = LearnedDurations {
        learned_from: 1,
        median_ms: Some(90_000),
        nine_of_ten_ms: None,
        typical_ms: 150_000,
    };
    let failure = Some(FailedCall { at: UnixMs(0), reason: reason() });
    let jobs = JobsStatus {
        prompts: BUDGET,
        polls: BUDGET,
        polling: PollingStatus {
            jobs: OpenJobCounts { scheduled: 3, suspended: 2, stopped: 1 },
            overdue_ms: 61_000,
            late: true,
            waits_for: None,
            end_delay: EndDelay { jobs: 5, median_ms: Some(4_000) },
            rows: RowCounts { read: 100, written: 20 },
        },
        durations,
        calls: ServiceCalls { succeeded_at: None, failure },
        storage: STORAGE,
    };
    let analytics = AnalyticsStatus {
        requests: BUDGET,
        configured_limit: 200,
        calls: ServiceCalls { succeeded_at: Some(UnixMs(0)), failure: None },
        storage: STORAGE,
    };
    let key = KeyStatus { setting: "DOCKET_ADMIN_KEY".into(), kind: KeyKind::Admin };
    let mut status = ProjectStatus {
        key,
        jobs: JobsAvailability::Available(jobs),
        analytics: Some(AnalyticsAvailability::Available(analytics)),
    };
    let at = "1970-01-01T00:00:00.000Z";
    pin(
        &status,
        json!({
            "key": {"setting": "DOCKET_ADMIN_KEY", "kind": "admin"},
            "jobs": {"available": {
                "prompts": budget,
                "polls": budget,
                "polling": {
                    "jobs": {"scheduled": 3, "suspended": 2, "stopped": 1},
                    "overdueMs": 61_000,
                    "late": true,
                    "waitsFor": null,
                    "endDelay": {"jobs": 5, "medianMs": 4_000},
                    "rows": {"read": 100, "written": 20},
                },
                "durations": {"learnedFrom": 1, "medianMs": 90_000, "nineOfTenMs": null, "typicalMs": 150_000},
                "calls": {"succeededAt": null, "failure": {"at": at, "reason": reason_json()}},
                "storage": storage,
            }},
            "analytics": {"available": {
                "requests": budget,
                "configuredLimit": 200,
                "calls": {"succeededAt": at, "failure": null},
                "storage": storage,
            }},
        }),
    );
    status.key.kind = KeyKind::Other;
    status.jobs = JobsAvailability::Unavailable(reason());
    status.analytics = Some(AnalyticsAvailability::Unavailable(reason()));
    pin(
        &status,
        json!({
            "key": {"setting": "DOCKET_ADMIN_KEY", "kind": "other"},
            "jobs": {"unavailable": reason_json()},
            "analytics": {"unavailable": reason_json()},
        }),
    );
    status.analytics = None;
    status.key.kind = KeyKind::Missing;
    let jobs = json!({"unavailable": reason_json()});
    pin(&status, json!({"key": {"setting": "DOCKET_ADMIN_KEY", "kind": "missing"}, "jobs": jobs}));
    assert_eq!(serde_json::to_value(KeyKind::Unknown).unwrap(), json!("unknown"));
}

#[test]
fn what_due_polls_wait_for() {
    pin(&PollsWait::Budget, json!("budget"));
    pin(&PollsWait::Pause, json!("pause"));
}
