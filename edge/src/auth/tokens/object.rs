//! `AccessObject`: the one object that stores the tokens of programs which admins made in the console, and the audit log of
//! what belongs to no project: tokens, sign-ins, and refusals.
//!
//! Invariant: it stores hashes and never a token, and it handles each request synchronously, so that an id or a revocation
//! cannot be overtaken. A change and its record are one transaction.
//!
//! Protocol: JSON, a [`TokensRequest`] and a [`TokensResponse`], or a message to the log. Worker and object always have the same release.

use std::cell::RefCell;

use docket_core::audit::{PackedRecord, RefusalLimiter};
use docket_core::auth::token::{Token, TokenHash};
use docket_core::auth::tokens::{CannotCreate, TokenList, TokenStore};
use docket_wire::{CallerName, TokenId, TokenInfo};
use serde::{Deserialize, Serialize};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::audit::messages;
use crate::http::failure::Failure;
use crate::http::objects::message_object::MessageObject;
use crate::platform::clock;
use crate::platform::sql::Sql;
use crate::settings;

#[derive(Serialize, Deserialize)]
pub(super) enum TokensRequest {
    /// Lists all tokens.
    List,
    /// Stores a token.
    Create { token: Token, by: CallerName, record: PackedRecord },
    /// Revokes a token.
    Revoke { id: TokenId, by: CallerName, record: PackedRecord },
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
pub struct AccessObject {
    messages: MessageObject<TokenStore<Sql>>,
    refusals: RefCell<RefusalLimiter>,
    env: Env,
}

impl DurableObject for AccessObject {
    fn new(state: State, env: Env) -> Self {
        let messages = MessageObject::open("AccessObject", &state, TokenStore::open);
        Self { messages, refusals: RefCell::default(), env }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let days = settings::read(&self.env).map(|settings| settings.audit_days);
        if messages::is_message(&request) {
            let answer = async |store: &TokenStore<Sql>| {
                messages::answer(store.audit(days?), &self.refusals, &request).await
            };
            return self.messages.respond_by(answer).await;
        }
        self.messages.respond(&request, |store, request| handle(store, request, days?)).await
    }
}

fn handle(
    store: &TokenStore<Sql>,
    request: TokensRequest,
    days: u32,
) -> std::result::Result<TokensResponse, Failure> {
    let now = clock::now();
    Ok(match request {
        TokensRequest::List => TokensResponse::List(store.list()?),
        TokensRequest::Create { token, by, record } => {
            let create = || store.create(&token, &by, now);
            TokensResponse::Created(store.audited(days, now, create, &record)?)
        }
        TokensRequest::Revoke { id, by, record } => {
            let revoke = || store.revoke(&id, &by, now);
            TokensResponse::Revoked(store.audited(days, now, revoke, &record)?)
        }
        TokensRequest::Valid { known, used } => {
            TokensResponse::Valid(store.valid(known, Some(&used), now)?)
        }
    })
}
