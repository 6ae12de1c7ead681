//! The Worker's calls to `SignInObject`.

use docket_core::auth::session::{Session, SessionId};
use docket_wire::UnixMs;
use web_sys::Headers;
use worker::Env;

use super::object::{SignInRequest, SignInResponse};
use crate::http::failure::Failure;
use crate::http::objects;

const BINDING: &str = "SIGN_IN";
const NAME: &str = "sign-in";

/// Counts an attempt to sign in. If it is not allowed, returns the moment from which to try again.
pub(crate) async fn attempt(env: &Env, name: &str, address: &str) -> Result<Result<(), UnixMs>, Failure> {
    let request = SignInRequest::Attempt { name: name.to_owned(), address: address.to_owned() };
    match send(env, &request).await? {
        SignInResponse::Done => Ok(Ok(())),
        SignInResponse::FreeAt(free_at) => Ok(Err(free_at)),
        SignInResponse::HasEnded(_) => Err(unexpected()),
    }
}

/// Deletes the failures that [`attempt`] counted.
pub(crate) async fn succeeded(env: &Env, name: &str, address: &str) -> Result<(), Failure> {
    let request = SignInRequest::Succeeded { name: name.to_owned(), address: address.to_owned() };
    send(env, &request).await.map(drop)
}

/// Ends a session before it expires.
pub(crate) async fn end_session(env: &Env, session: &Session) -> Result<(), Failure> {
    let request = SignInRequest::EndSession { session: session.id.clone(), until: session.expires_at() };
    send(env, &request).await.map(drop)
}

/// Whether a session has ended.
pub(crate) async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    match send(env, &SignInRequest::HasEnded { session: session.clone() }).await? {
        SignInResponse::HasEnded(has_ended) => Ok(has_ended),
        SignInResponse::Done | SignInResponse::FreeAt(_) => Err(unexpected()),
    }
}

/// Checks that the object can read its database.
pub(crate) async fn check(env: &Env) -> Result<(), Failure> {
    has_ended(env, &SessionId::new([0; 16])).await.map(drop)
}

async fn send(env: &Env, request: &SignInRequest) -> Result<SignInResponse, Failure> {
    let object = objects::named(env, BINDING, NAME)?;
    let request = serde_json::to_string(request)?;
    let response =
        objects::send(&object, "POST", "https://sign-in/", &Headers::new()?, Some(&request)).await?;
    Ok(serde_json::from_str(&objects::text(&response).await?)?)
}

fn unexpected() -> Failure {
    Failure::internal("SignInObject sent the response of another request")
}
