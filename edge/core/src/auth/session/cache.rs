//! What an isolate knows of the sessions that have not ended.

use docket_wire::{SessionId, UnixMs};
use litemap::LiteMap;

/// How long an isolate caches that a session is active. Signing out takes effect at once in the isolate that handles
/// it, and after this time in all others.
const CACHE_MS: i64 = 30_000;
/// Maximum number of sessions in the cache.
const CACHE_MAX: usize = 1000;

/// The sessions that this isolate has recently seen active.
#[derive(Debug, Default)]
pub struct SessionCache {
    seen_at: LiteMap<SessionId, UnixMs>,
    /// The number of sessions that have been forgotten.
    forgotten: u64,
}

/// A lookup that found nothing, and its time.
#[derive(Debug, Clone, Copy)]
pub struct CacheMiss {
    at: UnixMs,
    forgotten: u64,
}

impl SessionCache {
    /// Looks up a session; `None` if it is known to be active. After a miss, the caller asks the session's shard, and passes the
    /// miss to [`SessionCache::put`] if the session is active.
    #[must_use]
    pub fn lookup(&self, session: &SessionId, now: UnixMs) -> Option<CacheMiss> {
        let is_known = self.seen_at.get(session).is_some_and(|at| (0..CACHE_MS).contains(&now.since_ms(*at)));
        (!is_known).then_some(CacheMiss { at: now, forgotten: self.forgotten })
    }

    /// Stores that a session was active at the time of the miss. If a session was forgotten since then, nothing is stored:
    /// it may be this one, and may have ended after its shard answered.
    pub fn put(&mut self, session: &SessionId, miss: CacheMiss) {
        if miss.forgotten != self.forgotten {
            return;
        }
        if self.seen_at.len() >= CACHE_MAX {
            self.seen_at.clear();
        }
        self.seen_at.insert(session.clone(), miss.at);
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
    fn an_active_session_is_looked_up_every_half_minute() {
        let (mut cache, session) = (SessionCache::default(), SessionId::new([1; 16]));
        cache.put(&session, cache.lookup(&session, NOW).unwrap());
        assert!(cache.lookup(&session, NOW.plus_ms(CACHE_MS - 1)).is_none());
        assert!(cache.lookup(&session, NOW.plus_ms(CACHE_MS)).is_some());
        // A clock that was set back proves nothing.
        assert!(cache.lookup(&session, NOW.plus_ms(-1)).is_some());
        cache.forget(&session);
        assert!(cache.lookup(&session, NOW).is_some());
        for number in 0..=u8::MAX {
            for other in 0..5 {
                let mut id = [number; 16];
                id[0] = other;
                let other = SessionId::new(id);
                cache.put(&other, cache.lookup(&other, NOW).unwrap());
            }
        }
        assert!(cache.seen_at.len() <= CACHE_MAX);
    }

    #[test]
    fn an_answer_from_before_a_sign_out_does_not_bring_the_session_back() {
        let (mut cache, session) = (SessionCache::default(), SessionId::new([1; 16]));
        let miss = cache.lookup(&session, NOW).unwrap();
        // Meanwhile, another request ends the session.
        cache.forget(&session);
        cache.put(&session, miss);
        assert!(cache.lookup(&session, NOW).is_some());
    }
}
