use std::rc::Rc;

use docket_core::auth::sign_in::{
    BY_ADDRESS, BY_NAME, KNOWN_ADDRESSES_MAX, KNOWN_FOR_MS, SHARD_KEYS_MAX, SignInStore,
};
use docket_core::storage::Database;
use docket_wire::{SessionId, UnixMs};

use crate::plans::Plans;
use crate::sqlite::Sqlite;

const NOW: UnixMs = UnixMs(1_000_000_000_000);
const HOME: &str = "203.0.113.9";

fn store() -> SignInStore<Sqlite> {
    SignInStore::open(Sqlite::in_memory()).unwrap()
}

#[test]
fn the_wait_of_an_address_doubles() {
    let store = store();
    let mut now = NOW;
    for _ in 0..BY_ADDRESS.free {
        assert_eq!(store.attempt_from(HOME, now), Ok(Ok(())));
    }
    let mut waits = Vec::new();
    for _ in 0..4 {
        let free_at = store.attempt_from(HOME, now).unwrap().unwrap_err();
        // A refused attempt does not count.
        assert_eq!(store.attempt_from(HOME, now), Ok(Err(free_at)));
        waits.push(free_at.since_ms(now));
        now = free_at;
        assert_eq!(store.attempt_from(HOME, now), Ok(Ok(())));
    }
    assert_eq!(waits, [2000, 4000, 8000, 16_000]);
    assert_eq!(store.attempt_from("203.0.113.10", now), Ok(Ok(())));
}

/// Fails under a name from elsewhere until the name has to wait.
fn flood(store: &SignInStore<Sqlite>, name: &str, now: UnixMs) -> UnixMs {
    (0..)
        .find_map(|index| store.attempt_as(name, &format!("198.51.100.{}", index % 250), now).unwrap().err())
        .unwrap()
}

#[test]
fn a_name_waits_from_every_address() {
    let store = store();
    assert_eq!(flood(&store, "ada", NOW), NOW.plus_ms(BY_NAME.wait_first_ms));
    assert!(store.attempt_as("ada", HOME, NOW).unwrap().is_err());
    assert_eq!(store.attempt_as("bob", HOME, NOW), Ok(Ok(())));
    let expired = NOW.plus_ms(3_600_000);
    for _ in 0..BY_NAME.free {
        assert_eq!(store.attempt_as("ada", HOME, expired), Ok(Ok(())));
    }
}

#[test]
fn an_address_that_signed_in_before_does_not_wait_for_its_name() {
    let store = store();
    store.attempt_as("ada", HOME, NOW).unwrap().unwrap();
    store.succeeded_as("ada", HOME, NOW).unwrap();
    let later = NOW.plus_ms(KNOWN_FOR_MS - 1);
    flood(&store, "ada", later);
    for _ in 0..100 {
        assert_eq!(store.attempt_as("ada", HOME, later), Ok(Ok(())));
    }
    // The address is exempt under this name only, and the attempts under it did not count.
    flood(&store, "bob", later);
    assert!(store.attempt_as("bob", HOME, later).unwrap().is_err());
    assert_eq!(flood(&store, "ada", later), later.plus_ms(BY_NAME.wait_first_ms));
    // Without another sign-in, the exemption ends.
    let much_later = NOW.plus_ms(KNOWN_FOR_MS);
    assert!(store.attempt_as("ada", HOME, much_later).unwrap().is_err());
    // A sign-in renews it.
    store.succeeded_as("ada", HOME, later).unwrap();
    assert_eq!(store.attempt_as("ada", HOME, much_later), Ok(Ok(())));
}

#[test]
fn only_the_newest_addresses_of_a_name_are_stored() {
    let store = store();
    let at = |index: u32| NOW.plus_ms(i64::from(index));
    let address = |index: u32| format!("203.0.113.{index}");
    for index in 0..=KNOWN_ADDRESSES_MAX {
        store.succeeded_as("ada", &address(index), at(index)).unwrap();
    }
    let now = at(KNOWN_ADDRESSES_MAX + 1);
    flood(&store, "ada", now);
    assert!(store.attempt_as("ada", &address(0), now).unwrap().is_err());
    for index in 1..=KNOWN_ADDRESSES_MAX {
        assert_eq!(store.attempt_as("ada", &address(index), now), Ok(Ok(())), "{index}");
    }
}

#[test]
fn success_forgets_one_attempt_of_the_address_and_of_the_name() {
    let store = store();
    for _ in 0..4 {
        store.attempt_from(HOME, NOW).unwrap().unwrap();
    }
    store.forget_from(HOME).unwrap();
    for _ in 0..2 {
        assert_eq!(store.attempt_from(HOME, NOW), Ok(Ok(())));
    }
    assert!(store.attempt_from(HOME, NOW).unwrap().is_err());

    for _ in 0..BY_NAME.free {
        store.attempt_as("ada", HOME, NOW).unwrap().unwrap();
    }
    store.succeeded_as("ada", HOME, NOW).unwrap();
    // Strangers do not get a new series of attempts because Ada signed in.
    assert_eq!(store.attempt_as("ada", "198.51.100.1", NOW), Ok(Ok(())));
    assert!(store.attempt_as("ada", "198.51.100.1", NOW).unwrap().is_err());
}

#[test]
fn an_ended_session_is_stored_until_it_expires() {
    let store = store();
    let (ended, other) = (SessionId::new([1; 16]), SessionId::new([2; 16]));
    for _ in 0..2 {
        assert_eq!(store.end_session(&ended, NOW.plus_ms(1000), NOW), Ok(true), "no record yet");
    }
    store.end_recorded(&ended).unwrap();
    assert_eq!(store.end_session(&ended, NOW.plus_ms(1000), NOW), Ok(false));
    assert_eq!((store.has_ended(&ended), store.has_ended(&other)), (Ok(true), Ok(false)));
    store.end_session(&other, NOW.plus_ms(9000), NOW.plus_ms(1000)).unwrap();
    assert_eq!((store.has_ended(&ended), store.has_ended(&other)), (Ok(false), Ok(true)));
}

#[test]
fn a_flood_fills_no_table_and_changes_no_session_and_no_exemption() {
    let db = Rc::new(Sqlite::in_memory());
    let store = SignInStore::open(Rc::clone(&db)).unwrap();
    let session = SessionId::new([1; 16]);
    store.end_session(&session, NOW.plus_ms(1_000_000), NOW).unwrap();
    store.succeeded_as("ada", HOME, NOW).unwrap();
    for index in 0..i64::from(SHARD_KEYS_MAX) * 2 {
        let _ = store.attempt_as(&format!("n{index}"), "198.51.100.1", NOW.plus_ms(index)).unwrap();
    }
    let count = |table: &str| {
        db.run(&format!("SELECT COUNT(*) FROM {table}"), &[]).unwrap().remove(0).integer().unwrap()
    };
    let max = i64::from(SHARD_KEYS_MAX);
    assert!((max * 8 / 10..=max).contains(&count("rate_limits")), "{}", count("rate_limits"));
    assert_eq!(store.has_ended(&session), Ok(true));
    assert_eq!(count("known_addresses"), 1);
}

#[test]
fn no_statement_of_an_attempt_or_a_session_scans_a_table() {
    let plans = Plans::default();
    let store = SignInStore::open(plans.clone()).unwrap();
    plans.begin();
    let session = SessionId::new([1; 16]);
    store.attempt_from(HOME, NOW).unwrap().unwrap();
    store.forget_from(HOME).unwrap();
    store.attempt_as("ada", HOME, NOW).unwrap().unwrap();
    store.succeeded_as("ada", HOME, NOW).unwrap();
    store.end_session(&session, NOW.plus_ms(1000), NOW).unwrap();
    store.end_recorded(&session).unwrap();
    store.has_ended(&session).unwrap();
    assert_eq!(plans.scans(), Vec::<String>::new());
    assert!(plans.statements() >= 10);
}
