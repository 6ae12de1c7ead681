use docket_wire::*;
use serde_json::{Value, json};

use crate::pin;

pub(crate) fn reason() -> ErrorReason {
    ErrorReason { code: ProblemCode::ServiceTimeout, error: "No answer.".into() }
}

pub(crate) fn reason_json() -> Value {
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
fn a_problem_in_the_form_of_rfc_9457() {
    let problem = Problem {
        error: "limit must be …".into(),
        code: ProblemCode::InvalidRequest,
        request_id: "r1".into(),
        field: Some("limit".into()),
        submission_id: None,
    };
    pin(
        &ProblemDetails::new(problem.clone(), 400, None),
        json!({
            "type": "urn:docket:problem:invalid_request", "title": "Invalid request", "status": 400,
            "detail": "limit must be …", "code": "invalid_request", "requestId": "r1", "field": "limit"
        }),
    );
    let waits = Problem {
        code: ProblemCode::BudgetExhausted,
        field: None,
        submission_id: Some("sub_1".parse().unwrap()),
        ..problem
    };
    pin(
        &ProblemDetails::new(waits, 429, Some(60)),
        json!({
            "type": "urn:docket:problem:budget_exhausted", "title": "Budget exhausted", "status": 429,
            "detail": "limit must be …", "code": "budget_exhausted", "requestId": "r1", "submissionId": "sub_1",
            "retryAfter": 60
        }),
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
    let rights = [Right::JobsRead].into();
    let project = Project { id: "docs".parse().unwrap(), name: "Docs".into(), rights, site_url: None };
    let with_site = Project { site_url: Some("https://docs.example".into()), ..project.clone() };
    pin(
        &ProjectsPage { projects: vec![project, with_site], has_more: false },
        json!({
            "projects": [
                {"id": "docs", "name": "Docs", "rights": ["jobs:read"]},
                {"id": "docs", "name": "Docs", "rights": ["jobs:read"], "siteUrl": "https://docs.example"},
            ],
            "hasMore": false,
        }),
    );
    pin(
        &Health {
            status: HealthState::NotConfigured,
            missing: vec!["DOCKET_ADMIN_KEY".into()],
            sign_in: [].into(),
            unavailable: vec![],
            late: vec![],
            service: vec![],
            version: "0.1.0".into(),
            memory_bytes: None,
        },
        json!({"status": "not_configured", "missing": ["DOCKET_ADMIN_KEY"], "signIn": [], "version": "0.1.0"}),
    );
    pin(
        &Health {
            status: HealthState::Degraded,
            missing: vec![],
            sign_in: [SignInMethod::Passphrase, SignInMethod::Access].into(),
            unavailable: vec!["The object failed.".into()],
            late: vec!["Polling is late.".into()],
            service: vec!["No call has succeeded.".into()],
            version: "0.1.0".into(),
            memory_bytes: Some(2_000_000),
        },
        json!({
            "status": "degraded",
            "missing": [],
            "signIn": ["passphrase", "access"],
            "unavailable": ["The object failed."],
            "late": ["Polling is late."],
            "service": ["No call has succeeded."],
            "version": "0.1.0",
            "memoryBytes": 2_000_000
        }),
    );
}
