//! `TokensObject`: the one object that stores the tokens of programs which admins made in the console.
//!
//! Invariant: it stores hashes and never a token, and it handles each request synchronously, so that an id or a revocation
//! cannot be overtaken.
//!
//! Protocol: JSON, a [`TokensRequest`] and a [`TokensResponse`]. Worker and object always have the same release.

use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenList, TokenStore};
use docket_wire::{CallerName, TokenId, TokenInfo};
use serde::{Deserialize, Serialize};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::http::failure::Failure;
use crate::http::objects::message_object::MessageObject;
use crate::platform::clock;
use crate::platform::sql::Sql;

#[derive(Serialize, Deserialize)]
pub(super) enum TokensRequest {
    /// Lists all tokens.
    List,
    /// Stores a token.
    Create { token: Token, by: CallerName },
    /// Revokes a token.
    Revoke { id: TokenId, by: CallerName },
    /// Asks for the valid tokens if they are not those of the revision `known`, and reports that `used` was presented.
    Valid { known: Option<i64>, used: TokenHash },
}

#[derive(Serialize, Deserialize)]
pub(super) enum TokensResponse {
    List(Vec<TokenInfo>),
    Created(std::result::Result<(), CannotCreate>),
    /// Whether there is such a token.
    Revoked(bool),
    Valid(TokenList),
}

/// The Durable Object.
#[durable_object(fetch)]
pub struct TokensObject(MessageObject<TokenStore<Sql>>);

impl DurableObject for TokensObject {
    fn new(state: State, _env: Env) -> Self {
        Self(MessageObject::open("TokensObject", &state, TokenStore::open))
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        self.0.respond(&request, handle).await
    }
}

fn handle(store: &TokenStore<Sql>, request: TokensRequest) -> std::result::Result<TokensResponse, Failure> {
    let now = clock::now();
    Ok(match request {
        TokensRequest::List => TokensResponse::List(store.list()?),
        TokensRequest::Create { token, by } => TokensResponse::Created(store.create(&token, &by, now)?),
        TokensRequest::Revoke { id, by } => TokensResponse::Revoked(store.revoke(&id, &by, now)?),
        TokensRequest::Valid { known, used } => {
            TokensResponse::Valid(store.valid(known, Some(&used), now)?)
        }
    })
}
