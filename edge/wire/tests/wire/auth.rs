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
                {"rights": ["jobs:read", "jobs:write", "visitors:read", "access:manage", "audit:read"], "projects": "all"},
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
