use docket_wire::*;
use serde_json::json;

use crate::pin;

#[test]
fn sessions_and_rights() {
    pin(
        &SessionInfo { name: CallerName("ada".into()), rights: Right::ALL.to_vec(), expires_at: UnixMs(9) },
        json!({"name": "ada", "rights": ["jobs:read", "jobs:write", "visitors:read"], "expiresAt": 9}),
    );
    for right in Right::ALL {
        assert_eq!(serde_json::to_value(right).unwrap(), json!(right.as_str()));
    }
}

#[test]
fn debug_output_has_no_passphrase() {
    let sign_in = SignIn { name: "ada".into(), passphrase: "correct horse".into() };
    assert!(!format!("{sign_in:?}").contains("horse"));
}
