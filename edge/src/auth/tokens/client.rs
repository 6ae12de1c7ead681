//! The tokens in `AuthObject`, and the Worker's copy of the valid ones.

use std::cell::RefCell;

use docket_core::audit::AuditRecord;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenCache, TokenLookup};
use docket_wire::{CallerName, TokenId, TokenInfo, UnixMs};
use worker::Env;

use crate::auth::object::{AuthRequest, send};
use crate::http::failure::Failure;
use crate::platform::clock;

thread_local! {
    // It has no promises, because the runtime cancels a request that awaits a promise of another request: several
    // requests may ask at once.
    static CACHE: RefCell<TokenCache> = RefCell::default();
}

/// The token that a program presents, if an admin created it and it is valid.
pub(crate) async fn find(env: &Env, presented: &TokenHash) -> Result<Option<Token>, Failure> {
    match CACHE.with_borrow(|cache| cache.lookup(presented, clock::now())) {
        TokenLookup::Valid(token) => Ok(Some(token)),
        TokenLookup::Invalid => Ok(None),
        TokenLookup::Miss => find_uncached(env, presented).await,
    }
}

/// The token that a program presents, from `AuthObject` and not from this isolate's copy.
pub(crate) async fn find_uncached(env: &Env, presented: &TokenHash) -> Result<Option<Token>, Failure> {
    loop {
        let asked_at = clock::now();
        let known = CACHE.with_borrow(TokenCache::revision);
        let response = send(env, &AuthRequest::ValidTokens(known, presented.clone())).await?;
        let list = docket_wire::json::from_str(&response)?;
        match CACHE.with_borrow_mut(|cache| cache.update(list, presented, asked_at)) {
            TokenLookup::Valid(token) => return Ok(Some(token)),
            TokenLookup::Invalid => return Ok(None),
            // The answer to another request has overtaken this one.
            TokenLookup::Miss => {}
        }
    }
}

pub(crate) async fn list(env: &Env) -> Result<Vec<TokenInfo>, Failure> {
    Ok(docket_wire::json::from_str(&send(env, &AuthRequest::ListTokens).await?)?)
}

pub(super) async fn create(
    env: &Env,
    token: Token,
    by: CallerName,
    record: &AuditRecord,
) -> Result<Result<UnixMs, CannotCreate>, Failure> {
    let request = AuthRequest::CreateToken(token, by, record.pack());
    let response = send(env, &request).await?;
    // At least this isolate accepts it at once.
    CACHE.with_borrow_mut(|cache| cache.expire(clock::now()));
    Ok(docket_wire::json::from_str(&response)?)
}

/// Revokes a token. Returns whether there is such a token.
pub(super) async fn revoke(
    env: &Env,
    id: TokenId,
    by: CallerName,
    record: &AuditRecord,
) -> Result<bool, Failure> {
    let request = AuthRequest::RevokeToken(id, by, record.pack());
    let response = send(env, &request).await?;
    // At least this isolate refuses it at once.
    CACHE.with_borrow_mut(|cache| cache.expire(clock::now()));
    Ok(docket_wire::json::from_str(&response)?)
}
