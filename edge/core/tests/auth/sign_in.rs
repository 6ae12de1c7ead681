use docket_core::auth::session::SessionId;
use docket_core::auth::sign_in::{BY_ADDRESS, BY_NAME, SignInStore};
use docket_wire::UnixMs;

use crate::sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_000_000_000);

fn store() -> SignInStore<Sqlite> {
    SignInStore::open(Sqlite::in_memory()).unwrap()
}

#[test]
fn the_wait_of_an_address_doubles() {
    let store = store();
    let mut now = NOW;
    for index in 0..BY_ADDRESS.free {
        assert_eq!(store.attempt(&format!("n{index}"), "203.0.113.9", now), Ok(Ok(())));
    }
    let mut waits = Vec::new();
    for index in 0..4 {
        let free_at = store.attempt(&format!("m{index}"), "203.0.113.9", now).unwrap().unwrap_err();
        // A refused attempt does not count.
        assert_eq!(store.attempt("x", "203.0.113.9", now), Ok(Err(free_at)));
        waits.push(free_at.since_ms(now));
        now = free_at;
        assert_eq!(store.attempt(&format!("m{index}"), "203.0.113.9", now), Ok(Ok(())));
    }
    assert_eq!(waits, [2000, 4000, 8000, 16_000]);
    assert_eq!(store.attempt("x", "203.0.113.10", now), Ok(Ok(())));
}

#[test]
fn a_name_waits_from_every_address() {
    let store = store();
    for index in 0..BY_NAME.free {
        assert_eq!(store.attempt("ada", &format!("203.0.113.{index}"), NOW), Ok(Ok(())));
    }
    assert_eq!(store.attempt("ada", "203.0.113.200", NOW), Ok(Err(NOW.plus_ms(BY_NAME.wait_first_ms))));
    assert_eq!(store.attempt("bob", "203.0.113.200", NOW), Ok(Ok(())));
    let expired = NOW.plus_ms(3_600_000);
    for index in 0..BY_NAME.free {
        assert_eq!(store.attempt("ada", &format!("203.0.113.{index}"), expired), Ok(Ok(())));
    }
}

#[test]
fn success_clears_the_name_and_one_failure_of_the_address() {
    let store = store();
    for name in ["a", "b", "c", "ada"] {
        store.attempt(name, "203.0.113.9", NOW).unwrap().unwrap();
    }
    store.succeeded("ada", "203.0.113.9").unwrap();
    for name in ["d", "e"] {
        assert_eq!(store.attempt(name, "203.0.113.9", NOW), Ok(Ok(())));
    }
    assert!(store.attempt("f", "203.0.113.9", NOW).unwrap().is_err());
}

#[test]
fn an_ended_session_is_stored_until_it_expires() {
    let store = store();
    let (ended, other) = (SessionId::new([1; 16]), SessionId::new([2; 16]));
    store.end_session(&ended, NOW.plus_ms(1000), NOW).unwrap();
    store.end_session(&ended, NOW.plus_ms(1000), NOW).unwrap();
    assert_eq!((store.has_ended(&ended), store.has_ended(&other)), (Ok(true), Ok(false)));
    store.end_session(&other, NOW.plus_ms(9000), NOW.plus_ms(1000)).unwrap();
    assert_eq!((store.has_ended(&ended), store.has_ended(&other)), (Ok(false), Ok(true)));
}
