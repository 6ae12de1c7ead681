use docket_wire::*;
use serde_json::{Value, json};

use crate::pin;

pub(crate) fn fault() -> Fault {
    Fault { code: ProblemCode::ServiceTimeout, error: "No answer.".into() }
}

pub(crate) fn fault_json() -> Value {
    json!({"code": "service_timeout", "error": "No answer."})
}

#[test]
fn problems() {
    let mut problem = Problem {
        error: "limit must be …".into(),
        code: ProblemCode::InvalidRequest,
        request_id: "r1".into(),
        field: Some("limit".into()),
        submission_id: None,
    };
    pin(
        &problem,
        json!({"error": "limit must be …", "code": "invalid_request", "requestId": "r1", "field": "limit"}),
    );
    problem.field = None;
    problem.submission_id = Some("sub_1".parse().unwrap());
    pin(
        &problem,
        json!({"error": "limit must be …", "code": "invalid_request", "requestId": "r1", "submissionId": "sub_1"}),
    );
}

#[test]
fn every_code_is_one_snake_case_word_and_an_error_status() {
    for code in ProblemCode::ALL {
        let word = serde_json::to_value(code).unwrap();
        let word = word.as_str().unwrap();
        assert!(word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{word}");
        assert!((400..600).contains(&code.status()), "{word}");
    }
    assert_eq!(serde_json::to_value(ProblemCode::NewerSchema).unwrap(), json!("newer_schema"));
}

#[test]
fn projects_and_health() {
    pin(&Project { id: "docs".parse().unwrap(), name: "Docs".into() }, json!({"id": "docs", "name": "Docs"}));
    pin(
        &Health {
            status: HealthState::NotConfigured,
            missing: vec!["DOCKET_ADMIN_KEY".into()],
            unavailable: vec![],
            version: "0.1.0".into(),
            memory_bytes: None,
        },
        json!({"status": "not_configured", "missing": ["DOCKET_ADMIN_KEY"], "version": "0.1.0"}),
    );
    pin(
        &Health {
            status: HealthState::Degraded,
            missing: vec![],
            unavailable: vec!["The object failed.".into()],
            version: "0.1.0".into(),
            memory_bytes: Some(2_000_000),
        },
        json!({
            "status": "degraded",
            "missing": [],
            "unavailable": ["The object failed."],
            "version": "0.1.0",
            "memoryBytes": 2_000_000
        }),
    );
}
