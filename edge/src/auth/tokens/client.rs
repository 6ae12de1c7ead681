//! The Worker's calls to `AccessObject`, and its copy of the valid tokens.

use std::cell::RefCell;

use docket_core::audit::AuditedChange;
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenCache, TokenLookup};
use docket_wire::{TokenId, TokenInfo};
use worker::Env;
use worker::worker_sys::DurableObject;

use super::object::{TokensRequest, TokensResponse};
use crate::http::failure::Failure;
use crate::http::objects::{self, message_object};
use crate::platform::clock;

const BINDING: &str = "ACCESS";
/// There is one object of this name.
const NAME: &str = "access";

thread_local! {
    // It has no promises, because the runtime cancels a request that awaits a promise of another request: several
    // requests may ask at once.
    static CACHE: RefCell<TokenCache> = RefCell::default();
}

/// The token that a program presents, if an admin made it and it is valid.
pub(crate) async fn find(env: &Env, presented: &TokenHash) -> Result<Option<Token>, Failure> {
    match CACHE.with_borrow(|cache| cache.lookup(presented, clock::now())) {
        TokenLookup::Valid(token) => Ok(Some(token)),
        TokenLookup::Invalid => Ok(None),
        TokenLookup::Ask => ask(env, presented).await,
    }
}

/// The same, by the object's word of now rather than by the copy.
pub(crate) async fn ask(env: &Env, presented: &TokenHash) -> Result<Option<Token>, Failure> {
    let asked_at = clock::now();
    let known = CACHE.with_borrow(TokenCache::revision);
    match send(env, &TokensRequest::Valid { known, used: presented.clone() }).await? {
        TokensResponse::Valid(list) => {
            Ok(CACHE.with_borrow_mut(|cache| cache.update(list, presented, asked_at)))
        }
        _ => Err(unexpected()),
    }
}

/// All tokens.
pub(crate) async fn list(env: &Env) -> Result<Vec<TokenInfo>, Failure> {
    match send(env, &TokensRequest::List).await? {
        TokensResponse::List(tokens) => Ok(tokens),
        _ => Err(unexpected()),
    }
}

/// Stores a token.
pub(super) async fn create(
    env: &Env,
    token: Token,
    change: AuditedChange,
) -> Result<Result<(), CannotCreate>, Failure> {
    match send(env, &TokensRequest::Create { token, by: change.by, record: change.record.pack() }).await? {
        TokensResponse::Created(outcome) => {
            // At least this isolate accepts it at once.
            CACHE.take();
            Ok(outcome)
        }
        _ => Err(unexpected()),
    }
}

/// Revokes a token. Returns whether there is such a token.
pub(super) async fn revoke(env: &Env, id: TokenId, change: AuditedChange) -> Result<bool, Failure> {
    match send(env, &TokensRequest::Revoke { id, by: change.by, record: change.record.pack() }).await? {
        TokensResponse::Revoked(is_known) => {
            // At least this isolate refuses it at once.
            CACHE.take();
            Ok(is_known)
        }
        _ => Err(unexpected()),
    }
}

/// The object, for its log.
pub(crate) fn object(env: &Env) -> Result<DurableObject, Failure> {
    objects::named(env, BINDING, NAME)
}

async fn send(env: &Env, request: &TokensRequest) -> Result<TokensResponse, Failure> {
    message_object::ask(env, BINDING, NAME, request).await
}

fn unexpected() -> Failure {
    Failure::internal("AccessObject sent the response of another request")
}
