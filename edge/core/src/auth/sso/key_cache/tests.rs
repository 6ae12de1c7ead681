use super::*;
use proptest::prelude::*;

const FETCH_MS: i64 = KeyCache::<u32>::FETCH_MS as i64;

fn id(text: &str) -> KeyId {
    KeyId::parse(text).unwrap()
}

/// A cache that fetched the keys 1 and 2 at 0.
fn loaded() -> KeyCache<u32> {
    let mut cache = KeyCache::new();
    assert_eq!(cache.decide(&id("1"), UnixMs(0)), KeyDecision::Fetch);
    cache.record(Some(vec![(id("1"), 1), (id("2"), 2)]), UnixMs(0));
    cache
}

#[test]
fn old_and_new_keys_are_valid_at_once() {
    let mut cache = loaded();
    assert_eq!(cache.decide(&id("1"), UnixMs(1)), KeyDecision::Use(1));
    assert_eq!(cache.decide(&id("2"), UnixMs(FRESH_MS - 1)), KeyDecision::Use(2));
}

#[test]
fn keys_are_fetched_again_when_they_are_old() {
    let mut cache = loaded();
    assert_eq!(cache.decide(&id("1"), UnixMs(FRESH_MS)), KeyDecision::Fetch);
    assert_eq!(
        cache.decide(&id("1"), UnixMs(FRESH_MS)),
        KeyDecision::Use(1),
        "meanwhile the old key is used"
    );
    cache.record(Some(vec![(id("2"), 2)]), UnixMs(FRESH_MS + 9));
    assert_eq!(cache.decide(&id("1"), UnixMs(FRESH_MS + 9)), KeyDecision::Unknown, "the team withdrew it");
}

#[test]
fn known_keys_go_on_being_valid_when_a_fetch_fails() {
    let mut cache = loaded();
    assert_eq!(cache.decide(&id("1"), UnixMs(FRESH_MS)), KeyDecision::Fetch);
    cache.record(None, UnixMs(FRESH_MS + 9));
    assert_eq!(cache.decide(&id("1"), UnixMs(FRESH_MS + 9)), KeyDecision::Use(1));
    assert_eq!(cache.decide(&id("3"), UnixMs(FRESH_MS + 9)), KeyDecision::Unavailable, "it may be a new key");
    assert_eq!(cache.decide(&id("1"), UnixMs(FRESH_MS + 9 + INTERVAL_MS)), KeyDecision::Fetch);
}

#[test]
fn an_unknown_key_is_fetched_at_intervals() {
    let mut cache = loaded();
    assert_eq!(cache.decide(&id("3"), UnixMs(INTERVAL_MS - 1)), KeyDecision::Unknown);
    assert_eq!(cache.decide(&id("3"), UnixMs(INTERVAL_MS)), KeyDecision::Fetch);
    assert_eq!(cache.decide(&id("3"), UnixMs(INTERVAL_MS)), KeyDecision::Wait);
    assert_eq!(cache.decide(&id("1"), UnixMs(INTERVAL_MS)), KeyDecision::Use(1));
}

#[test]
fn a_cancelled_fetch_is_repeated() {
    let mut cache = KeyCache::<u32>::new();
    assert_eq!(cache.decide(&id("1"), UnixMs(0)), KeyDecision::Fetch);
    assert_eq!(cache.decide(&id("1"), UnixMs(FETCH_MS - 1)), KeyDecision::Wait);
    assert_eq!(cache.decide(&id("1"), UnixMs(FETCH_MS)), KeyDecision::Fetch);
}

#[test]
fn without_keys_nothing_is_decided_about_an_assertion() {
    let mut cache = KeyCache::<u32>::new();
    assert_eq!(cache.decide(&id("1"), UnixMs(0)), KeyDecision::Fetch);
    cache.record(None, UnixMs(0));
    assert_eq!(cache.decide(&id("1"), UnixMs(0)), KeyDecision::Unavailable);
    assert_eq!(cache.decide(&id("1"), UnixMs(INTERVAL_MS)), KeyDecision::Fetch);
}

#[test]
fn a_clock_that_was_set_back_does_not_stop_the_fetches() {
    let mut cache = loaded();
    assert_eq!(cache.decide(&id("3"), UnixMs(-1)), KeyDecision::Fetch);
    cache.record(None, UnixMs(-1));
    assert_eq!(cache.decide(&id("1"), UnixMs(-FRESH_MS)), KeyDecision::Fetch);
}

proptest! {
    /// Anybody can make up key ids, so their number must not matter.
    #[test]
    fn fetches_are_limited_however_many_keys_are_asked_for(
        steps in prop::collection::vec((0_i64..200, 0_u32..2000, any::<bool>(), any::<bool>()), 1..800),
    ) {
        let mut cache = KeyCache::<u32>::new();
        let (mut now, mut fetches) = (0, 0);
        let mut running = false;
        for (ms, key, ends, succeeds) in steps {
            now += ms;
            let id = id(&key.to_string());
            match cache.decide(&id, UnixMs(now)) {
                KeyDecision::Fetch => {
                    fetches += 1;
                    running = true;
                }
                KeyDecision::Use(found) => prop_assert_eq!(found, key),
                KeyDecision::Wait => prop_assert!(running),
                KeyDecision::Unknown | KeyDecision::Unavailable => prop_assert!(!running),
            }
            if running && ends {
                running = false;
                cache.record(succeeds.then(|| vec![(id, key)]), UnixMs(now));
            }
        }
        // Fetches that never end are repeated soonest.
        prop_assert!(fetches <= 1 + now / FETCH_MS, "{} fetches in {} ms", fetches, now);
    }
}
