//! Migrates the sign-in database from every earlier schema.

use docket_core::auth::sign_in::SignInStore;
use docket_wire::{SessionId, UnixMs};

use crate::open_sample;

#[test]
fn a_database_without_a_version_keeps_attempts_and_ended_sessions() {
    let store = open_sample(include_str!("sign_in_0.sql"), |db| SignInStore::open(db).unwrap());
    let now = UnixMs(1_790_000_300_500);
    assert_eq!(store.has_ended(&SessionId::new([1; 16])), Ok(true));
    assert!(store.attempt_from("203.0.113.9", now).unwrap().is_err(), "this address had five failures");
    assert_eq!(store.attempt_from("203.0.113.77", now), Ok(Ok(())));
}

#[test]
fn schema_2_keeps_ended_sessions_whose_ends_are_recorded() {
    let store = open_sample(include_str!("sign_in_2.sql"), |db| SignInStore::open(db).unwrap());
    let (ended, now) = (SessionId::new([1; 16]), UnixMs(1_790_000_300_500));
    assert_eq!(store.has_ended(&ended), Ok(true));
    assert_eq!(store.end_session(&ended, UnixMs(1_790_086_700_000), now), Ok(false));
}
