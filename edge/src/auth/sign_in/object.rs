//! `SignInObject`: the shards that count attempts to sign in, by name or by address, and those that store ended sessions.
//!
//! Invariant: all attempts of a name or an address reach the same object, and it handles each request synchronously. So
//! no attempt can come between the check of another attempt and its record.
//!
//! Protocol: a [`SignInRequest`] and its response in JSON.

use docket_core::auth::sign_in::SignInStore;
use docket_core::http::interruption::Repeat;
use docket_wire::{SessionId, UnixMs};
use serde::{Deserialize, Serialize};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::auth::object_messages::{MessageServer, ObjectMessage};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;
use crate::platform::storage::sql::Sql;

/// A message, and the JSON of its response. Most are tuples, because reading named members would make the Worker larger.
#[derive(Serialize, Deserialize)]
pub(super) enum SignInRequest {
    /// Counts an attempt from an address, if it is allowed. Otherwise the answer is the moment when it will be.
    AttemptFrom(String),
    /// Stops counting the last attempt from an address. No response.
    ForgetFrom(String),
    /// Counts an attempt under a name, if it is allowed. Otherwise the answer is the moment when it will be.
    AttemptAs { name: String, address: String },
    /// The attempt under a name succeeded. No response.
    SucceededAs { name: String, address: String },
    /// Ends a session that expires at this moment or before. The answer says whether the audit log may lack a record of the end.
    EndSession(SessionId, UnixMs),
    /// The audit log has a record of the end of a session. No response.
    EndRecorded(SessionId),
    /// Whether a session has ended.
    HasEnded(SessionId),
}

impl ObjectMessage for SignInRequest {
    fn repeat(&self) -> Repeat {
        match self {
            Self::EndSession(..) | Self::EndRecorded(..) | Self::HasEnded(..) => Repeat::Once,
            // A second time would count or forget another attempt.
            Self::AttemptFrom(..)
            | Self::ForgetFrom(..)
            | Self::AttemptAs { .. }
            | Self::SucceededAs { .. } => Repeat::Never,
        }
    }
}

#[durable_object(fetch)]
pub struct SignInObject(MessageServer<SignInStore<Sql>>);

impl DurableObject for SignInObject {
    fn new(state: State, _env: Env) -> Self {
        Self(MessageServer::open("SignInObject", &state, |sql| Ok(SignInStore::open(sql)?)))
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        self.0.respond(&request, handle).await
    }
}

fn handle(store: &SignInStore<Sql>, request: SignInRequest) -> std::result::Result<Reply, Failure> {
    let now = clock::now();
    Ok(match request {
        SignInRequest::AttemptFrom(address) => allowed(store.attempt_from(&address, now)?),
        SignInRequest::ForgetFrom(address) => {
            store.forget_from(&address)?;
            Reply::empty(204)
        }
        SignInRequest::AttemptAs { name, address } => allowed(store.attempt_as(&name, &address, now)?),
        SignInRequest::SucceededAs { name, address } => {
            store.succeeded_as(&name, &address, now)?;
            Reply::empty(204)
        }
        SignInRequest::EndSession(session, until) => {
            Reply::json(200, &store.end_session(&session, until, now)?)
        }
        SignInRequest::EndRecorded(session) => {
            store.end_recorded(&session)?;
            Reply::empty(204)
        }
        SignInRequest::HasEnded(session) => Reply::json(200, &store.has_ended(&session)?),
    })
}

fn allowed(outcome: std::result::Result<(), UnixMs>) -> Reply {
    Reply::json(200, &outcome.err())
}
