use docket_core::auth::store::AuthStore;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, InvalidNewToken, TOKENS_MAX, check_new};
use docket_core::settings::Settings;
use docket_wire::{CallerName, Grant, NewToken, ProjectScope, Right, TokenId, UnixMs};

use crate::sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_000_000_000_000);
const DAY_MS: i64 = 24 * 3_600_000;

fn store() -> AuthStore<Sqlite> {
    AuthStore::open(Sqlite::in_memory()).unwrap()
}

fn ada() -> CallerName {
    CallerName("ada".into())
}

fn id(id: &str) -> TokenId {
    id.parse().unwrap()
}

fn token(name: &str, expires_at: Option<UnixMs>) -> Token {
    let docs = ["docs".parse().unwrap()].into();
    let grant = Grant::new([Right::JobsRead], ProjectScope::Only(docs));
    Token { id: id(name), hash: TokenHash::of(name), grant, expires_at }
}

fn ids(store: &AuthStore<Sqlite>) -> Vec<String> {
    store.tokens().list().unwrap().into_iter().map(|token| token.id.to_string()).collect()
}

#[test]
fn a_created_token_is_valid_until_it_is_revoked() {
    let store = store();
    let ci = token("ci", Some(NOW.plus_ms(DAY_MS)));
    assert_eq!(store.tokens().create(&ci, &ada(), NOW), Ok(Ok(NOW)));
    let list = store.tokens().valid(None, None, NOW).unwrap();
    assert_eq!(list.tokens, Some(vec![ci.clone()]));
    // An isolate that has the list gets nothing again.
    assert_eq!(store.tokens().valid(Some(list.revision), None, NOW).unwrap().tokens, None);

    assert_eq!(store.tokens().revoke(&id("ci"), &CallerName("eve".into()), NOW.plus_ms(5)), Ok(true));
    assert_eq!(store.tokens().revoke(&id("ci"), &ada(), NOW.plus_ms(9)), Ok(true));
    assert_eq!(store.tokens().revoke(&id("other"), &ada(), NOW), Ok(false));
    assert_eq!(store.tokens().valid(Some(list.revision), None, NOW).unwrap().tokens, Some(vec![]));
    let info = store.tokens().list().unwrap().remove(0);
    let issued = info.issued.unwrap();
    assert_eq!((info.grant, info.expires_at), (ci.grant, ci.expires_at));
    assert_eq!((issued.created_by, issued.created_at), (ada(), NOW));
    assert_eq!(issued.revoked_by, Some(CallerName("eve".into())), "the first revocation counts");
    assert_eq!(issued.revoked_at, Some(NOW.plus_ms(5)));
}

#[test]
fn an_id_is_never_given_to_another_token_while_its_past_is_listed() {
    let store = store();
    assert_eq!(store.tokens().create(&token("ci", None), &ada(), NOW), Ok(Ok(NOW)));
    let again = Token { hash: TokenHash::of("another"), ..token("ci", None) };
    assert_eq!(store.tokens().create(&again, &ada(), NOW), Ok(Err(CannotCreate::TakenId)));
    store.tokens().revoke(&id("ci"), &ada(), NOW).unwrap();
    assert_eq!(
        store.tokens().create(&again, &ada(), NOW.plus_ms(364 * DAY_MS)),
        Ok(Err(CannotCreate::TakenId))
    );
    assert_eq!(
        store.tokens().create(&again, &ada(), NOW.plus_ms(366 * DAY_MS)),
        Ok(Ok(NOW.plus_ms(366 * DAY_MS)))
    );
}

#[test]
fn a_new_token_names_what_is_wrong_with_it() {
    let text = |name: &str| match name {
        "DOCKET_PROJECTS" => Some(r#"[{"id":"docs"}]"#.to_owned()),
        "DOCKET_ADMIN_KEY" => Some("mint_one".to_owned()),
        "DOCKET_SESSION_SECRET" => Some("0123456789abcdef0123456789abcdef".to_owned()),
        "DOCKET_ACCESS_TEAM" => Some("acme".to_owned()),
        "DOCKET_ACCESS_AUDIENCE" => Some("a".repeat(64)),
        "DOCKET_TOKENS" => {
            Some(format!(r#"[{{"id":"fixed","hash":"{}","rights":["jobs:read"]}}]"#, "0".repeat(64)))
        }
        _ => None,
    };
    let settings = Settings::read(text).unwrap();
    for (new, expected) in [
        (r#"{"id":"ci","rights":["jobs:read"],"projects":["docs"]}"#, Ok(())),
        (r#"{"id":"ci","rights":["backup:read"],"projects":"all","expiresInDays":null}"#, Ok(())),
        (r#"{"id":"fixed","rights":["jobs:read"],"projects":"all"}"#, Err((InvalidNewToken::TakenId, "id"))),
        (r#"{"id":"ci","rights":[],"projects":"all"}"#, Err((InvalidNewToken::Rights, "rights"))),
        (
            r#"{"id":"ci","rights":["jobs:read","access:manage"],"projects":"all"}"#,
            Err((InvalidNewToken::Rights, "rights")),
        ),
        (r#"{"id":"ci","rights":["jobs:read"],"projects":[]}"#, Err((InvalidNewToken::Projects, "projects"))),
        (
            r#"{"id":"ci","rights":["jobs:read"],"projects":["docs","other"]}"#,
            Err((InvalidNewToken::Projects, "projects")),
        ),
        (
            r#"{"id":"ci","rights":["backup:read"],"projects":["docs"]}"#,
            Err((InvalidNewToken::BackupOfSome, "projects")),
        ),
        (
            r#"{"id":"ci","rights":["jobs:read"],"projects":"all","expiresInDays":0}"#,
            Err((InvalidNewToken::Expiry, "expiresInDays")),
        ),
        (
            r#"{"id":"ci","rights":["jobs:read"],"projects":"all","expiresInDays":3651}"#,
            Err((InvalidNewToken::Expiry, "expiresInDays")),
        ),
    ] {
        let parsed: NewToken = serde_json::from_str(new).unwrap();
        let checked = check_new(&parsed, settings.callers(), |id| settings.project(id).is_some())
            .map_err(|invalid| (invalid, invalid.field()));
        assert_eq!(checked, expected, "{new}");
    }
}

#[test]
fn tokens_that_ended_over_a_year_ago_make_room() {
    let store = store();
    for (name, expires_at) in [("lasting", None), ("expired", Some(NOW)), ("revoked", None)] {
        assert_eq!(store.tokens().create(&token(name, expires_at), &ada(), NOW), Ok(Ok(NOW)));
    }
    store.tokens().revoke(&id("revoked"), &ada(), NOW).unwrap();
    for number in 3..TOKENS_MAX {
        let later = Some(NOW.plus_ms(400 * DAY_MS));
        assert_eq!(store.tokens().create(&token(&format!("t-{number}"), later), &ada(), NOW), Ok(Ok(NOW)));
    }
    assert_eq!(store.tokens().create(&token("more", None), &ada(), NOW), Ok(Err(CannotCreate::TooMany)));
    assert_eq!(
        store.tokens().create(&token("more", None), &ada(), NOW.plus_ms(366 * DAY_MS)),
        Ok(Ok(NOW.plus_ms(366 * DAY_MS)))
    );
    let ids = ids(&store);
    assert!(ids.contains(&"lasting".to_owned()) && !ids.contains(&"expired".to_owned()));
    assert!(!ids.contains(&"revoked".to_owned()));
}

#[test]
fn the_use_of_a_valid_token_is_stored_once_a_minute() {
    let store = store();
    store.tokens().create(&token("ci", Some(NOW.plus_ms(DAY_MS))), &ada(), NOW).unwrap().unwrap();
    let hash = TokenHash::of("ci");
    let used_at = || store.tokens().list().unwrap().remove(0).issued.unwrap().last_used_at;
    for (at_ms, expected_ms) in [(10, 10), (60_009, 10), (60_010, 60_010), (DAY_MS, 60_010)] {
        store.tokens().valid(Some(2), Some(&hash), NOW.plus_ms(at_ms)).unwrap();
        assert_eq!(used_at(), Some(NOW.plus_ms(expected_ms)), "{at_ms}");
    }
    store.tokens().revoke(&id("ci"), &ada(), NOW).unwrap();
    store.tokens().valid(None, Some(&hash), NOW.plus_ms(200_000)).unwrap();
    assert_eq!(used_at(), Some(NOW.plus_ms(60_010)), "a revoked token is not used");
}
