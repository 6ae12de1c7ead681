//! When to fetch the keys of a team, and what to do without them.
//!
//! Every request asks again until it has an answer. It never waits for the fetch of another request, because the
//! runtime cancels what a request has begun when that request ends.

use docket_wire::{HOUR_MS, UnixMs};

use super::key_set::KeyId;

/// Keys are fetched again after this time. A team changes its key every six weeks, and both keys are valid for a week.
const FRESH_MS: i64 = 6 * HOUR_MS;
/// The least time between two fetches, after a failure and for an unknown key id. Any client can make up a key id.
const INTERVAL_MS: i64 = 20_000;

/// The keys of a team, of a type that the runtime can use.
#[derive(Debug)]
pub struct KeyCache<K> {
    keys: Vec<(KeyId, K)>,
    fetch: FetchState,
}

/// The last fetch.
#[derive(Debug, Clone, Copy)]
enum FetchState {
    Never,
    Running { since: UnixMs },
    Succeeded { at: UnixMs },
    Failed { at: UnixMs },
}

/// What to do for an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyDecision<K> {
    /// Verify the signature with this key.
    Use(K),
    /// Fetch the keys, and ask again.
    Fetch,
    /// Another request fetches the keys: ask again in a moment.
    Wait,
    /// The team has no such key.
    Unknown,
    /// The keys cannot be loaded now.
    Unavailable,
}

impl<K: Clone> KeyCache<K> {
    /// Maximum duration of a fetch. One that takes longer was cancelled.
    pub const FETCH_MS: u32 = 5_000;

    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new(), fetch: FetchState::Never }
    }

    /// Decides what to do for an assertion that names a key, and notes that a fetch begins.
    pub fn decide(&mut self, id: &KeyId, now: UnixMs) -> KeyDecision<K> {
        let known = self.keys.iter().find(|(known, _)| known == id).map(|(_, key)| key.clone());
        if self.may_fetch(known.is_some(), now) {
            self.fetch = FetchState::Running { since: now };
            return KeyDecision::Fetch;
        }
        // A known key stays valid while newer ones cannot be fetched.
        match (known, self.fetch) {
            (Some(key), _) => KeyDecision::Use(key),
            (None, FetchState::Running { .. }) => KeyDecision::Wait,
            (None, FetchState::Succeeded { .. }) => KeyDecision::Unknown,
            (None, FetchState::Never | FetchState::Failed { .. }) => KeyDecision::Unavailable,
        }
    }

    /// Replaces the keys by those of a fetch; `None` if it failed.
    pub fn record(&mut self, fetched: Option<Vec<(KeyId, K)>>, now: UnixMs) {
        self.fetch = match fetched {
            Some(keys) => {
                self.keys = keys;
                FetchState::Succeeded { at: now }
            }
            None => FetchState::Failed { at: now },
        };
    }

    fn may_fetch(&self, is_known: bool, now: UnixMs) -> bool {
        let (last, wait_ms) = match self.fetch {
            FetchState::Never => return true,
            FetchState::Running { since } => (since, i64::from(Self::FETCH_MS)),
            FetchState::Succeeded { at } if is_known => (at, FRESH_MS),
            FetchState::Succeeded { at } | FetchState::Failed { at } => (at, INTERVAL_MS),
        };
        // A clock that was set back must not stop the fetches.
        !(0..wait_ms).contains(&now.since_ms(last))
    }
}

impl<K: Clone> Default for KeyCache<K> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
