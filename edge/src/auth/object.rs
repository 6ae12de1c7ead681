//! `SignInObject`: the one Durable Object that counts attempts to sign in and stores ended sessions.
//!
//! Invariant: all attempts reach this object, and it handles each request synchronously. So no attempt can come between
//! the check of another attempt and its record.
//!
//! Protocol: JSON, a [`SignInRequest`] and a [`SignInResponse`]. Worker and object always have the same release.

use docket_core::auth::session::SessionId;
use docket_core::auth::sign_in::SignInStore;
use docket_wire::UnixMs;
use serde::{Deserialize, Serialize};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::http::body;
use crate::http::failure::Failure;
use crate::http::open_error::NotOpen;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::sql::Sql;

#[derive(Serialize, Deserialize)]
pub(super) enum SignInRequest {
    /// Counts an attempt, if it is allowed.
    Attempt { name: String, address: String },
    /// The attempt succeeded.
    Succeeded { name: String, address: String },
    /// Ends a session, which would otherwise expire at `until`.
    EndSession { session: SessionId, until: UnixMs },
    /// Asks whether a session has ended.
    HasEnded { session: SessionId },
}

#[derive(Serialize, Deserialize)]
pub(super) enum SignInResponse {
    Done,
    /// The attempt is not allowed before this moment.
    FreeAt(UnixMs),
    HasEnded(bool),
}

/// The Durable Object.
#[durable_object]
pub struct SignInObject {
    store: std::result::Result<SignInStore<Sql>, NotOpen>,
}

impl DurableObject for SignInObject {
    fn new(state: State, _env: Env) -> Self {
        crate::prepare();
        Self { store: SignInStore::open(Sql::of(&state)).map_err(NotOpen::from) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        match self.respond(request).await {
            Ok(response) => Reply::json(200, &response).into_response(),
            Err(failure) => failure.into_response(""),
        }
    }
}

impl SignInObject {
    async fn respond(&self, request: Request) -> std::result::Result<SignInResponse, Failure> {
        let store = self.store.as_ref()?;
        let request = body::json(&request).await?;
        let now = clock::now();
        Ok(match request {
            SignInRequest::Attempt { name, address } => match store.attempt(&name, &address, now)? {
                Ok(()) => SignInResponse::Done,
                Err(free_at) => SignInResponse::FreeAt(free_at),
            },
            SignInRequest::Succeeded { name, address } => {
                store.succeeded(&name, &address)?;
                SignInResponse::Done
            }
            SignInRequest::EndSession { session, until } => {
                store.end_session(&session, until, now)?;
                SignInResponse::Done
            }
            SignInRequest::HasEnded { session } => SignInResponse::HasEnded(store.has_ended(&session)?),
        })
    }
}
