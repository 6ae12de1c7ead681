//! The tokens in `AccessObject`, and the Worker's copy of the valid ones.

use std::cell::RefCell;

use docket_core::audit::AuditedChange;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenCache, TokenLookup};
use docket_wire::{TokenId, TokenInfo};
use worker::Env;

use crate::auth::access::object::{AccessRequest, AccessResponse, send, unexpected};
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
        TokenLookup::Ask => ask(env, presented).await,
    }
}

/// The same from `AccessObject` itself, whatever this isolate's copy says.
pub(crate) async fn ask(env: &Env, presented: &TokenHash) -> Result<Option<Token>, Failure> {
    loop {
        let asked_at = clock::now();
        let known = CACHE.with_borrow(TokenCache::revision);
        let response = send(env, &AccessRequest::Valid { known, used: presented.clone() }).await?;
        let AccessResponse::Valid(list) = response else { return Err(unexpected()) };
        match CACHE.with_borrow_mut(|cache| cache.update(list, presented, asked_at)) {
            TokenLookup::Valid(token) => return Ok(Some(token)),
            TokenLookup::Invalid => return Ok(None),
            // The answer to another request has overtaken this one.
            TokenLookup::Ask => {}
        }
    }
}

pub(crate) async fn list(env: &Env) -> Result<Vec<TokenInfo>, Failure> {
    match send(env, &AccessRequest::List).await? {
        AccessResponse::List(tokens) => Ok(tokens),
        _ => Err(unexpected()),
    }
}

pub(super) async fn create(
    env: &Env,
    token: Token,
    change: AuditedChange,
) -> Result<Result<(), CannotCreate>, Failure> {
    match send(env, &AccessRequest::Create { token, by: change.by, record: change.record.pack() }).await? {
        AccessResponse::Created(outcome) => {
            // At least this isolate accepts it at once.
            CACHE.with_borrow_mut(|cache| cache.expire(clock::now()));
            Ok(outcome)
        }
        _ => Err(unexpected()),
    }
}

/// Revokes a token. Returns whether there is such a token.
pub(super) async fn revoke(env: &Env, id: TokenId, change: AuditedChange) -> Result<bool, Failure> {
    match send(env, &AccessRequest::Revoke { id, by: change.by, record: change.record.pack() }).await? {
        AccessResponse::Revoked(is_known) => {
            // At least this isolate refuses it at once.
            CACHE.with_borrow_mut(|cache| cache.expire(clock::now()));
            Ok(is_known)
        }
        _ => Err(unexpected()),
    }
}
