//! What an isolate may say of a token from its own copy of the list, and when it has to ask the store.

use docket_wire::{MINUTE_MS, TokenId, UnixMs};
use litemap::LiteMap;

use super::store::TokenList;
use crate::auth::token::{Token, TokenHash};

/// A revoked token is refused everywhere after this time, in ms.
pub const REVOKED_WITHIN_MS: i64 = 20_000;
/// A token that the list lacks may be new: an isolate asks the store again after this time, and not for each of a flood
/// of invented tokens.
const MISSING_AFTER_MS: i64 = 1000;
/// The store learns of the use of a token this often, at most, from one isolate.
const USE_REPORTED_EVERY_MS: i64 = 5 * MINUTE_MS;

/// What an isolate knows of the valid tokens.
#[derive(Debug, Default)]
pub struct TokenCache {
    revision: Option<i64>,
    tokens: Vec<Token>,
    asked_at: Option<UnixMs>,
    /// When this isolate last changed a token: the answer to an earlier request may lack the change.
    expired_at: Option<UnixMs>,
    /// When the use of a token was last reported to the store.
    reported_at: LiteMap<TokenId, UnixMs>,
}

/// What an isolate knows of a token that a program presents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenLookup {
    Valid(Token),
    Invalid,
    /// Unknown: the caller sends [`TokenCache::revision`] to the store, and passes its answer to [`TokenCache::update`].
    Miss,
}

impl TokenCache {
    /// Looks up the token with a hash.
    #[must_use]
    pub fn lookup(&self, presented: &TokenHash, now: UnixMs) -> TokenLookup {
        let is_within =
            |at: Option<UnixMs>, ms: i64| at.is_some_and(|at| (0..ms).contains(&now.since_ms(at)));
        match self.find(presented, now) {
            Some(token)
                if is_within(self.asked_at, REVOKED_WITHIN_MS)
                    && is_within(self.reported_at.get(&token.id).copied(), USE_REPORTED_EVERY_MS) =>
            {
                TokenLookup::Valid(token.clone())
            }
            None if is_within(self.asked_at, MISSING_AFTER_MS) => TokenLookup::Invalid,
            _ => TokenLookup::Miss,
        }
    }

    /// Makes the next lookup of any token a miss, because this isolate has changed one.
    pub fn expire(&mut self, now: UnixMs) {
        self.asked_at = None;
        self.expired_at = Some(now);
    }

    /// The revision of the list that the isolate has.
    #[must_use]
    pub fn revision(&self) -> Option<i64> {
        self.revision
    }

    /// Stores the answer to a request that was sent to the store at `asked_at`, and looks up the presented token in it.
    /// [`TokenLookup::Miss`] if the answer to a later request has overtaken this one.
    pub fn update(&mut self, list: TokenList, presented: &TokenHash, asked_at: UnixMs) -> TokenLookup {
        let is_overtaken =
            self.asked_at.is_some_and(|at| (1..REVOKED_WITHIN_MS).contains(&at.since_ms(asked_at)));
        match list.tokens {
            Some(tokens) if !is_overtaken => {
                self.reported_at.retain(|id, _| tokens.iter().any(|token| token.id == *id));
                self.tokens = tokens;
                self.revision = Some(list.revision);
            }
            None if self.revision == Some(list.revision) => {}
            _ => return TokenLookup::Miss,
        }
        if !is_overtaken && self.expired_at.is_none_or(|at| asked_at > at) {
            self.asked_at = Some(asked_at);
        }
        let Some(token) = self.find(presented, asked_at).cloned() else { return TokenLookup::Invalid };
        self.reported_at.insert(token.id.clone(), asked_at);
        TokenLookup::Valid(token)
    }

    /// The search is by hash and not by id, so that its time does not reveal which ids exist.
    fn find(&self, presented: &TokenHash, now: UnixMs) -> Option<&Token> {
        let token = self.tokens.iter().rfind(|token| token.hash == *presented)?;
        token.is_valid(now).then_some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::{Grant, ProjectScope, Right};

    const NOW: UnixMs = UnixMs(1_000_000);

    fn token(id: &str, expires_at: Option<UnixMs>) -> Token {
        let grant = Grant::new([Right::JobsRead], ProjectScope::All);
        Token { id: id.parse().unwrap(), hash: TokenHash::of(id), grant, expires_at }
    }

    fn with(tokens: Vec<Token>, presented: &str) -> (TokenCache, TokenLookup) {
        let mut cache = TokenCache::default();
        let found =
            cache.update(TokenList { revision: 1, tokens: Some(tokens) }, &TokenHash::of(presented), NOW);
        (cache, found)
    }

    #[test]
    fn a_cached_token_is_valid_until_the_deadline_of_revocations() {
        let (cache, found) = with(vec![token("ci", None)], "ci");
        assert_eq!(found, TokenLookup::Valid(token("ci", None)));
        for (after_ms, expected) in [
            (0, TokenLookup::Valid(token("ci", None))),
            (REVOKED_WITHIN_MS - 1, TokenLookup::Valid(token("ci", None))),
            (REVOKED_WITHIN_MS, TokenLookup::Miss),
            // A clock that was set back proves nothing.
            (-1, TokenLookup::Miss),
        ] {
            assert_eq!(cache.lookup(&TokenHash::of("ci"), NOW.plus_ms(after_ms)), expected, "{after_ms}");
        }
    }

    #[test]
    fn unknown_tokens_cause_one_lookup_a_second() {
        let (mut cache, found) = with(vec![token("ci", None)], "invented");
        assert_eq!(found, TokenLookup::Invalid);
        let mut questions = 0;
        for ms in 0..10_000 {
            let (hash, now) = (TokenHash::of(&format!("invented {ms}")), NOW.plus_ms(ms));
            if cache.lookup(&hash, now) == TokenLookup::Miss {
                questions += 1;
                let found = cache.update(TokenList { revision: 1, tokens: None }, &hash, now);
                assert_eq!(found, TokenLookup::Invalid);
            }
        }
        assert_eq!(questions, 9);
    }

    #[test]
    fn the_store_learns_of_every_token_that_is_used() {
        let (mut cache, _) = with(vec![token("ci", None), token("bot", None)], "ci");
        let bot = TokenHash::of("bot");
        assert_eq!(cache.lookup(&bot, NOW), TokenLookup::Miss);
        cache.update(TokenList { revision: 1, tokens: None }, &bot, NOW);
        assert_eq!(cache.lookup(&bot, NOW), TokenLookup::Valid(token("bot", None)));
    }

    #[test]
    fn an_expired_or_revoked_token_is_invalid() {
        let (cache, _) = with(vec![token("ci", Some(NOW.plus_ms(500)))], "ci");
        assert_eq!(
            cache.lookup(&TokenHash::of("ci"), NOW.plus_ms(499)),
            TokenLookup::Valid(token("ci", Some(NOW.plus_ms(500))))
        );
        assert_eq!(cache.lookup(&TokenHash::of("ci"), NOW.plus_ms(500)), TokenLookup::Invalid);
        let (mut cache, _) = with(vec![token("ci", None)], "ci");
        let revoked = TokenList { revision: 2, tokens: Some(Vec::new()) };
        let found = cache.update(revoked, &TokenHash::of("ci"), NOW.plus_ms(REVOKED_WITHIN_MS));
        assert_eq!((found, cache.revision()), (TokenLookup::Invalid, Some(2)));
    }

    #[test]
    fn a_change_of_a_token_leaves_the_others_valid_while_lookups_are_in_flight() {
        let (mut cache, _) = with(vec![token("ci", None)], "ci");
        let unchanged = || TokenList { revision: 1, tokens: None };
        let hash = TokenHash::of("ci");
        cache.expire(NOW.plus_ms(10));
        // The store answered this question before the change.
        assert_eq!(cache.update(unchanged(), &hash, NOW.plus_ms(5)), TokenLookup::Valid(token("ci", None)));
        let new = TokenHash::of("new");
        assert_eq!(cache.lookup(&new, NOW.plus_ms(10)), TokenLookup::Miss, "that answer lacks the change");

        let changed = TokenList { revision: 2, tokens: Some(vec![token("ci", None), token("new", None)]) };
        assert_eq!(cache.update(changed, &new, NOW.plus_ms(11)), TokenLookup::Valid(token("new", None)));
        // Two answers that the list of revision 2 has overtaken.
        assert_eq!(cache.update(unchanged(), &hash, NOW.plus_ms(9)), TokenLookup::Miss);
        let first = TokenList { revision: 1, tokens: Some(vec![token("ci", None)]) };
        assert_eq!(cache.update(first, &hash, NOW.plus_ms(9)), TokenLookup::Miss);
        assert_eq!(cache.lookup(&new, NOW.plus_ms(12)), TokenLookup::Valid(token("new", None)));
    }
}
