use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn sessions_and_rights() {
    let [docs, other] = ["docs", "other"].map(|id| id.parse().unwrap());
    let grants = vec![
        Grant::new(Right::ALL, ProjectScope::All),
        Grant::new([Right::JobsRead], ProjectScope::Only([other, docs].into())),
    ];
    pin(
        &CallerInfo {
            name: CallerName("ada".into()),
            grants,
            sign_in: Some(SignInMethod::Access),
            expires_at: Some(UnixMs(9)),
        },
        json!({
            "name": "ada",
            "grants": [
                {"rights": ["jobs:read", "jobs:write", "visitors:read", "access:manage", "audit:read", "metrics:read", "backup:read"], "projects": "all"},
                {"rights": ["jobs:read"], "projects": ["docs", "other"]},
            ],
            "signIn": "access",
            "expiresAt": "1970-01-01T00:00:00.009Z",
        }),
    );
    let name = CallerName("token:ci".into());
    pin(
        &CallerInfo { name, grants: vec![], sign_in: None, expires_at: None },
        json!({"name": "token:ci", "grants": [], "expiresAt": null}),
    );
    assert_eq!(serde_json::to_value(Role::Operator).unwrap(), json!("operator"));
    for right in Right::ALL {
        assert_eq!(serde_json::to_value(right).unwrap(), json!(right.as_str()));
    }
}

#[test]
fn debug_output_has_no_passphrase() {
    let sign_in = SignIn { name: "ada".into(), passphrase: "correct horse".into() };
    assert!(!format!("{sign_in:?}").contains("horse"));
}

#[test]
fn tokens() {
    let grant = || Grant::new([Right::JobsRead], ProjectScope::All);
    let ci: TokenId = "ci".parse().unwrap();
    let in_settings = TokenInfo { id: ci.clone(), grant: grant(), expires_at: None, issued: None };
    pin(
        &in_settings,
        json!({"id": "ci", "rights": ["jobs:read"], "projects": "all", "expiresAt": null, "issued": null}),
    );
    let issued = IssuedInfo {
        created_by: CallerName("ada".into()),
        created_at: UnixMs(1),
        last_used_at: Some(UnixMs(2)),
        revoked_by: Some(CallerName("eve".into())),
        revoked_at: Some(UnixMs(3)),
    };
    pin(
        &issued,
        json!({"createdBy": "ada", "createdAt": "1970-01-01T00:00:00.001Z", "lastUsedAt": "1970-01-01T00:00:00.002Z", "revokedBy": "eve", "revokedAt": "1970-01-01T00:00:00.003Z"}),
    );
    let tokens = Tokens { tokens: vec![in_settings.clone()], has_more: false };
    assert_eq!(serde_json::to_value(&tokens).unwrap()["hasMore"], json!(false));
    let created = CreatedToken { token: "docket_secret".into(), info: in_settings };
    assert!(!format!("{created:?}").contains("secret"));
    assert_eq!(serde_json::to_value(&created).unwrap()["token"], json!("docket_secret"));
}

#[test]
fn a_new_token_expires_unless_its_maker_says_otherwise() {
    let days =
        |json: serde_json::Value| serde_json::from_value::<NewToken>(json).map(|new| new.expires_in_days);
    let plain = || json!({"id": "ci", "rights": ["jobs:read"], "projects": ["docs"]});
    let with = |value: serde_json::Value| {
        let mut body = plain();
        body["expiresInDays"] = value;
        body
    };
    assert_eq!(days(plain()).unwrap(), Some(90));
    assert_eq!(days(with(json!(null))).unwrap(), None);
    assert_eq!(days(with(json!(7))).unwrap(), Some(7));
    for bad in [
        with(json!("never")),
        json!({"id": "c i", "rights": [], "projects": "all"}),
        json!({"id": "ci", "rights": ["jobs:read"]}),
        json!({"id": "ci", "rights": ["everything"], "projects": "all"}),
    ] {
        assert!(days(bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn sessions() {
    let info = SessionInfo {
        id: SessionId::new([0xa5; 16]),
        name: CallerName("ada".into()),
        began_at: UnixMs(1),
        seen_at: UnixMs(2),
        expires_at: UnixMs(3),
        address: "203.0.113.9".into(),
        country: None,
        browser: "Firefox".into(),
        current: true,
    };
    let json = json!({
        "id": "a5".repeat(16),
        "name": "ada",
        "beganAt": "1970-01-01T00:00:00.001Z",
        "seenAt": "1970-01-01T00:00:00.002Z",
        "expiresAt": "1970-01-01T00:00:00.003Z",
        "address": "203.0.113.9",
        "country": null,
        "browser": "Firefox",
        "current": true,
    });
    pin(&info, json.clone());
    pin(&Sessions { sessions: vec![info], has_more: false }, json!({ "sessions": [json], "hasMore": false }));
    assert_eq!(SessionId::new([0; 16]).as_str(), "0".repeat(32));
    for bad in ["", "a5", &"A5".repeat(16), &"g".repeat(32), &"0".repeat(33)] {
        assert!(bad.parse::<SessionId>().is_err(), "{bad}");
    }
}

#[test]
fn a_sign_in_method_is_the_same_word_everywhere() {
    for method in [SignInMethod::Passphrase, SignInMethod::Access] {
        assert_eq!(serde_json::to_value(method).unwrap(), json!(method.as_str()));
    }
}

#[test]
fn people() {
    let by = RoleSource { kind: RoleSourceKind::Domain, id: "acme.example".into() };
    let role = AssignedRole { role: Role::Viewer, projects: ProjectScope::All, by };
    let role_json =
        json!({ "role": "viewer", "projects": "all", "by": { "kind": "domain", "id": "acme.example" } });
    let person = PersonInfo {
        name: CallerName("lin@acme.example".into()),
        sign_in: SignInMethod::Access,
        roles: vec![role.clone()],
        seen_at: None,
        sessions: 0,
    };
    let person_json = json!({
        "name": "lin@acme.example", "signIn": "access", "roles": [role_json], "seenAt": null, "sessions": 0,
    });
    pin(
        &People { people: vec![person], rules: vec![role], has_more: false },
        json!({ "people": [person_json], "rules": [role_json], "hasMore": false }),
    );
    use RoleSourceKind::{Domain, Email, Everyone, Group, Name};
    let kinds = [Name, Email, Domain, Group, Everyone].map(|kind| serde_json::to_value(kind).unwrap());
    assert_eq!(kinds, ["name", "email", "domain", "group", "everyone"]);
}
