//! Sign-in of every earlier schema.

use docket_core::auth::session::SessionId;
use docket_core::auth::sign_in::SignInStore;
use docket_wire::UnixMs;

use crate::open_sample;

#[test]
fn attempts_and_ended_sessions_are_still_there() {
    let store = open_sample(include_str!("sign_in_0.sql"), |db| SignInStore::open(db).unwrap());
    let now = UnixMs(1_790_000_300_500);
    assert_eq!(store.has_ended(&SessionId::new([1; 16])), Ok(true));
    assert!(store.attempt("grace", "203.0.113.9", now).unwrap().is_err(), "five failures came from there");
    assert_eq!(store.attempt("grace", "203.0.113.77", now), Ok(Ok(())));
}
