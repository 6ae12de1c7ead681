use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn entries() {
    let done = AuditEntry {
        id: 1_833_000_000_000_002,
        at: UnixMs(1),
        author: Some(CallerName("token:ci".into())),
        credential: AuditCredential::Token,
        action: AuditAction::PatchJob,
        target: Some(AuditTarget::new(AuditTargetKind::Job, "job-a")),
        refused: None,
        address: "203.0.113.9".into(),
        country: Some("NL".into()),
        request_id: "req_1".into(),
    };
    let done_json = json!({
        "id": 1_833_000_000_000_002_u64,
        "at": "1970-01-01T00:00:00.001Z",
        "author": "token:ci",
        "credential": "token",
        "action": "patch_job",
        "target": {"kind": "job", "id": "job-a"},
        "refused": null,
        "address": "203.0.113.9",
        "country": "NL",
        "requestId": "req_1",
    });
    pin(&done, done_json.clone());
    let refused = AuditEntry {
        author: None,
        credential: AuditCredential::Passphrase,
        action: AuditAction::SignIn,
        target: None,
        refused: Some(ProblemCode::WrongPassphrase),
        country: None,
        ..done.clone()
    };
    let mut refused_json = done_json.clone();
    for (name, value) in [
        ("author", json!(null)),
        ("credential", json!("passphrase")),
        ("action", json!("sign_in")),
        ("target", json!(null)),
        ("refused", json!("wrong_passphrase")),
        ("country", json!(null)),
    ] {
        refused_json[name] = value;
    }
    pin(&refused, refused_json);
    pin(
        &AuditPage { entries: vec![done], has_more: true },
        json!({ "entries": [done_json], "hasMore": true }),
    );
}

#[test]
fn names() {
    for action in AuditAction::ALL {
        assert_eq!(serde_json::to_value(action).unwrap(), json!(action.as_str()));
        assert_eq!(AuditAction::parse(action.as_str()), Some(*action));
    }
    assert_eq!(AuditAction::parse("jobs"), None);
    use AuditTargetKind::{Backfill, Job, Note, Person, Route, Session, Submission, Template, Token};
    let kinds = [Job, Submission, Template, Note, Token, Session, Person, Backfill, Route]
        .map(|kind| serde_json::to_value(kind).unwrap());
    assert_eq!(
        kinds,
        ["job", "submission", "template", "note", "token", "session", "person", "backfill", "route"]
    );
    assert_eq!(serde_json::to_value(AuditCredential::Access).unwrap(), json!("access"));
}

#[test]
fn a_query_is_read_as_it_is_written() {
    let query = AuditQuery {
        author: Some(CallerName("Zoë".into())),
        action: Some(AuditAction::SignIn),
        refused: Some(true),
        at_since: Some(UnixMs(0)),
        at_until: Some(UnixMs(86_400_000)),
        before: Some(7),
        limit: Some(200),
    };
    let pairs = query.pairs();
    let read = |pairs: &[(&'static str, String)]| {
        AuditQuery::from_pairs(pairs.iter().map(|(name, value)| (*name, value.as_str())))
    };
    assert_eq!(read(&pairs), Ok(query));
    let day = AuditQuery::from_pairs([("atSince", "1970-01-02"), ("author", "")]).unwrap();
    assert_eq!(day, AuditQuery { at_since: Some(UnixMs(86_400_000)), ..AuditQuery::default() });
    assert_eq!(day.page_limit(), 100);
    for (name, value) in [
        ("action", "jobs"),
        ("refused", "yes"),
        ("atSince", "yesterday"),
        ("atUntil", "1"),
        ("before", "-1"),
        ("limit", "0"),
        ("limit", "201"),
    ] {
        assert_eq!(AuditQuery::from_pairs([(name, value)]).unwrap_err().field, name, "{value}");
    }
}
