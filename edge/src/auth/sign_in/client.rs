//! The Worker's calls to `SignInObject`.

use docket_core::auth::sign_in::shard;
use docket_wire::{SessionId, UnixMs};
use worker::Env;

use super::object::{SignInRequest, SignInResponse};
use crate::http::failure::Failure;
use crate::http::objects::message_object;

const BINDING: &str = "SIGN_IN";

/// Counts an attempt to sign in. If it is not allowed, returns the moment from which to try again.
pub(crate) async fn attempt(env: &Env, name: &str, address: &str) -> Result<Result<(), UnixMs>, Failure> {
    // The address first, so that one client that is refused anyway cannot make a name wait.
    let from = SignInRequest::AttemptFrom { address: address.to_owned() };
    if let Err(free_at) = outcome(send(env, &shard::of_address(address), &from).await?)? {
        return Ok(Err(free_at));
    }
    let under = SignInRequest::AttemptAs { name: name.to_owned(), address: address.to_owned() };
    let allowed = outcome(send(env, &shard::of_name(name), &under).await?)?;
    if allowed.is_err() {
        forget_from(env, address).await?;
    }
    Ok(allowed)
}

/// Stops counting the attempt that [`attempt`] counted, and exempts the address from the limit of the name.
pub(crate) async fn succeeded(env: &Env, name: &str, address: &str) -> Result<(), Failure> {
    let request = SignInRequest::SucceededAs { name: name.to_owned(), address: address.to_owned() };
    send(env, &shard::of_name(name), &request).await?;
    forget_from(env, address).await
}

async fn forget_from(env: &Env, address: &str) -> Result<(), Failure> {
    let request = SignInRequest::ForgetFrom { address: address.to_owned() };
    send(env, &shard::of_address(address), &request).await.map(drop)
}

/// Ends a session, which would otherwise expire at `until` or before.
pub(crate) async fn end_session(env: &Env, session: &SessionId, until: UnixMs) -> Result<(), Failure> {
    let request = SignInRequest::EndSession { session: session.clone(), until };
    send(env, &shard::of_session(session), &request).await.map(drop)
}

/// Whether a session has ended.
pub(crate) async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let request = SignInRequest::HasEnded { session: session.clone() };
    match send(env, &shard::of_session(session), &request).await? {
        SignInResponse::HasEnded(has_ended) => Ok(has_ended),
        SignInResponse::Done | SignInResponse::FreeAt(_) => Err(unexpected()),
    }
}

/// Checks that one of the objects can read its database.
pub(crate) async fn check(env: &Env) -> Result<(), Failure> {
    has_ended(env, &SessionId::new([0; 16])).await.map(drop)
}

async fn send(env: &Env, shard: &str, request: &SignInRequest) -> Result<SignInResponse, Failure> {
    message_object::ask(env, BINDING, shard, request).await
}

fn outcome(response: SignInResponse) -> Result<Result<(), UnixMs>, Failure> {
    match response {
        SignInResponse::Done => Ok(Ok(())),
        SignInResponse::FreeAt(free_at) => Ok(Err(free_at)),
        SignInResponse::HasEnded(_) => Err(unexpected()),
    }
}

fn unexpected() -> Failure {
    Failure::internal("SignInObject sent the response of another request")
}
