use std::collections::BTreeSet;

use docket_wire::{CallerName, MINUTE_MS, SignInMethod, UnixMs};

/// How often, at most, one isolate reports a person of Cloudflare Access or a session to the store.
const REPORTED_EVERY_MS: i64 = 5 * MINUTE_MS;
/// Maximum number of people and sessions in the cache.
const CACHE_MAX: usize = 1000;

/// A person who has signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPerson {
    /// The name of an account, or an e-mail address.
    pub name: CallerName,
    pub sign_in: SignInMethod,
    /// Their groups at the identity provider that a rule named then.
    pub groups: BTreeSet<String>,
    pub seen_at: UnixMs,
    pub sessions: u32,
}

/// The people of Cloudflare Access and the sessions that this isolate has recently reported to the store. A client that keeps an old
/// cookie must not make the store write at each request.
#[derive(Debug, Default)]
pub struct SeenCache(Vec<(String, UnixMs)>);

impl SeenCache {
    /// Whether the caller has to report an address of a person, or a session, to the store now. Counts the report as made.
    pub fn begin_report(&mut self, name: &str, now: UnixMs) -> bool {
        self.0.retain(|(_, at)| (0..REPORTED_EVERY_MS).contains(&now.since_ms(*at)));
        if self.0.iter().any(|(known, _)| known == name) {
            return false;
        }
        if self.0.len() >= CACHE_MAX {
            self.0.clear();
        }
        self.0.push((name.to_owned(), now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_reported_once_in_five_minutes() {
        let mut cache = SeenCache::default();
        let now = UnixMs(1_000_000);
        assert!(cache.begin_report("ada@acme.example", now));
        assert!(!cache.begin_report("ada@acme.example", now.plus_ms(REPORTED_EVERY_MS - 1)));
        assert!(cache.begin_report("grace@acme.example", now.plus_ms(REPORTED_EVERY_MS - 1)));
        assert!(cache.begin_report("ada@acme.example", now.plus_ms(REPORTED_EVERY_MS)));
        // A clock that was set back proves nothing.
        assert!(cache.begin_report("ada@acme.example", now));
        for number in 0..CACHE_MAX {
            assert!(cache.begin_report(&number.to_string(), now));
        }
        assert!(cache.0.len() <= CACHE_MAX);
    }
}
