//! Sessions, and the health of the deployment.

use docket_wire::{Health, SessionInfo, SignIn};
use gloo_net::http::Method;

use super::client::{change, get, json};
use super::{Api, ApiError};
use crate::paths::Endpoint;

impl Api {
    /// The session of the person who is signed in; none without one.
    pub(crate) async fn session(self) -> Result<Option<SessionInfo>, ApiError> {
        self.report(get(Endpoint::Session).await)
    }

    /// Signs in. A wrong passphrase is no expired session, so it goes to the caller alone.
    pub(crate) async fn sign_in(self, credentials: &SignIn) -> Result<SessionInfo, ApiError> {
        self.report(change(Method::POST, Endpoint::Session, Some(json(credentials)?), &[]).await?.json())
    }

    /// Signs out.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        self.report(change(Method::DELETE, Endpoint::Session, None, &[]).await.map(|_| ()))
    }

    /// Whether Docket is configured. Needs no session.
    pub(crate) async fn health(self) -> Result<Health, ApiError> {
        get(Endpoint::Health).await
    }
}
