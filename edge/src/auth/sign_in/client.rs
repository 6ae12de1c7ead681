//! The Worker's calls to `SignInObject`.

use docket_core::auth::sign_in::shard;
use docket_wire::{SessionId, UnixMs};
use worker::Env;

use super::object::SignInRequest;
use crate::auth::object_messages;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;

/// Counts an attempt to sign in. If it is not allowed, returns the moment from which to try again.
pub(crate) async fn attempt(env: &Env, name: &str, address: &str) -> Result<Result<(), UnixMs>, Failure> {
    // The address first, so that one client that is refused anyway cannot make a name wait.
    let from = SignInRequest::AttemptFrom(address.to_owned());
    if let Some(free_at) = free_at(&send(env, &shard::of_address(address), &from).await?)? {
        return Ok(Err(free_at));
    }
    let under = SignInRequest::AttemptAs { name: name.to_owned(), address: address.to_owned() };
    match free_at(&send(env, &shard::of_name(name), &under).await?)? {
        None => Ok(Ok(())),
        Some(free_at) => {
            forget_from(env, address).await?;
            Ok(Err(free_at))
        }
    }
}

/// Stops counting the attempt that [`attempt`] counted, and exempts the address from the limit of the name.
pub(crate) async fn succeeded(env: &Env, name: &str, address: &str) -> Result<(), Failure> {
    let request = SignInRequest::SucceededAs { name: name.to_owned(), address: address.to_owned() };
    send(env, &shard::of_name(name), &request).await?;
    forget_from(env, address).await
}

async fn forget_from(env: &Env, address: &str) -> Result<(), Failure> {
    let request = SignInRequest::ForgetFrom(address.to_owned());
    send(env, &shard::of_address(address), &request).await.map(drop)
}

/// Ends a session that expires at `until` or before. Returns whether the audit log may lack a record of the end.
pub(crate) async fn end_session(env: &Env, session: &SessionId, until: UnixMs) -> Result<bool, Failure> {
    let request = SignInRequest::EndSession(session.clone(), until);
    Ok(docket_wire::json::from_str(&send(env, &shard::of_session(session), &request).await?)?)
}

/// The audit log has a record of the end of a session.
pub(crate) async fn end_recorded(env: &Env, session: &SessionId) -> Result<(), Failure> {
    let request = SignInRequest::EndRecorded(session.clone());
    send(env, &shard::of_session(session), &request).await.map(drop)
}

/// Whether a session has ended.
pub(crate) async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let request = SignInRequest::HasEnded(session.clone());
    Ok(docket_wire::json::from_str(&send(env, &shard::of_session(session), &request).await?)?)
}

/// Checks that one of the objects can read its database.
pub(crate) async fn check(env: &Env) -> Result<(), Failure> {
    has_ended(env, &SessionId::new([0; 16])).await.map(drop)
}

async fn send(env: &Env, shard: &str, request: &SignInRequest) -> Result<String, Failure> {
    object_messages::send(env, ObjectName::sign_in(shard), request).await
}

/// The moment from which an attempt is allowed, if it is not.
fn free_at(response: &str) -> Result<Option<UnixMs>, Failure> {
    Ok(docket_wire::json::from_str(response)?)
}
