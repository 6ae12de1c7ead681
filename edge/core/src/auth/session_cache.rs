//! What an isolate knows of the sessions that have not ended.

use std::collections::HashMap;

use docket_wire::{SessionId, UnixMs};

/// How long an isolate caches that a session is active. Signing out takes effect at once in the isolate that handles
/// it, and after this time in all others.
const CACHE_MS: i64 = 30_000;
/// Maximum number of sessions in the cache.
const CACHE_MAX: usize = 1000;

/// The sessions that this isolate has recently seen active.
#[derive(Debug, Default)]
pub struct SessionCache {
    seen_at: HashMap<SessionId, UnixMs>,
    /// The number of sessions that have been forgotten.
    forgotten: u64,
}

/// When a question about a session was asked.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    at: UnixMs,
    forgotten: u64,
}

impl SessionCache {
    /// `None` if the session is known to be active; otherwise its shard must be asked, and [`SessionCache::put`] takes the
    /// question with the answer.
    #[must_use]
    pub fn ask(&self, session: &SessionId, now: UnixMs) -> Option<Asked> {
        let is_known = self.seen_at.get(session).is_some_and(|at| (0..CACHE_MS).contains(&now.since_ms(*at)));
        (!is_known).then_some(Asked { at: now, forgotten: self.forgotten })
    }

    /// Takes over that a session was active. The session may have ended after the shard answered, so an answer to a
    /// question from before a session was forgotten is not cached.
    pub fn put(&mut self, session: &SessionId, asked: Asked) {
        if asked.forgotten != self.forgotten {
            return;
        }
        if self.seen_at.len() >= CACHE_MAX {
            self.seen_at.clear();
        }
        self.seen_at.insert(session.clone(), asked.at);
    }

    /// Forgets a session that has ended.
    pub fn forget(&mut self, session: &SessionId) {
        self.seen_at.remove(session);
        self.forgotten = self.forgotten.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixMs = UnixMs(1_000_000);

    #[test]
    fn a_session_is_asked_for_every_half_minute() {
        let (mut cache, session) = (SessionCache::default(), SessionId::new([1; 16]));
        cache.put(&session, cache.ask(&session, NOW).unwrap());
        assert!(cache.ask(&session, NOW.plus_ms(CACHE_MS - 1)).is_none());
        assert!(cache.ask(&session, NOW.plus_ms(CACHE_MS)).is_some());
        // A clock that was set back proves nothing.
        assert!(cache.ask(&session, NOW.plus_ms(-1)).is_some());
        cache.forget(&session);
        assert!(cache.ask(&session, NOW).is_some());
        for number in 0..=u8::MAX {
            for other in 0..5 {
                let mut id = [number; 16];
                id[0] = other;
                let other = SessionId::new(id);
                cache.put(&other, cache.ask(&other, NOW).unwrap());
            }
        }
        assert!(cache.seen_at.len() <= CACHE_MAX);
    }

    #[test]
    fn an_answer_from_before_a_sign_out_does_not_bring_the_session_back() {
        let (mut cache, session) = (SessionCache::default(), SessionId::new([1; 16]));
        let asked = cache.ask(&session, NOW).unwrap();
        // Meanwhile, another request ends the session.
        cache.forget(&session);
        cache.put(&session, asked);
        assert!(cache.ask(&session, NOW).is_some());
    }
}
