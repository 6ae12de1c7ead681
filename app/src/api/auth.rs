//! People and sessions, tokens, the audit log, and the state of the deployment.

use docket_wire::{
    AuditPage, AuditQuery, CallerInfo, CallerName, CreatedToken, Health, NewToken, People, ProjectId,
    ProjectStatus, Retention, SessionId, Sessions, SignIn, TokenId, Tokens,
};
use gloo_net::http::Method;

use super::client::{get_unreported, json};
use super::{Api, ApiError, http};
use crate::paths::Endpoint;

impl Api {
    /// The session of the person who is signed in; `None` without one.
    pub(crate) async fn session(self) -> Result<Option<CallerInfo>, ApiError> {
        self.get(Endpoint::Session).await
    }

    /// Changes when a session begins or ends here.
    pub(crate) fn session_number(self) -> u32 {
        http::session_number()
    }

    /// Signs in. A wrong passphrase is no expired session, so it goes to the caller alone.
    pub(crate) async fn sign_in(self, credentials: &SignIn) -> Result<CallerInfo, ApiError> {
        let request = http::change(Method::POST, &Endpoint::Session.to_string(), &[]);
        let body = http::send(request, Some(json(credentials)?)).await.body?;
        http::change_session();
        self.report(body.json())
    }

    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Session, None).await.inspect(|()| http::change_session())
    }

    pub(crate) async fn tokens(self) -> Result<Tokens, ApiError> {
        self.get(Endpoint::Tokens).await
    }

    pub(crate) async fn create_token(self, new: &NewToken) -> Result<CreatedToken, ApiError> {
        self.change_for(Method::POST, Endpoint::Tokens, json(new)?).await
    }

    pub(crate) async fn revoke_token(self, id: &TokenId) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Token(id), None).await
    }

    pub(crate) async fn people(self) -> Result<People, ApiError> {
        self.get(Endpoint::People).await
    }

    /// The sessions of a person or, without a name, one's own.
    pub(crate) async fn sessions(self, person: Option<&CallerName>) -> Result<Sessions, ApiError> {
        self.get(Endpoint::Sessions(person)).await
    }

    pub(crate) async fn end_session(self, id: &SessionId) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::OneSession(id), None).await
    }

    /// Ends all sessions of a person except the current one; without a name, one's own.
    pub(crate) async fn end_sessions(self, person: Option<&CallerName>) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Sessions(person), None).await
    }

    /// A page of the audit log of a project, or of what belongs to none.
    pub(crate) async fn audit(
        self,
        project: Option<&ProjectId>,
        query: &AuditQuery,
    ) -> Result<AuditPage, ApiError> {
        self.get(Endpoint::Audit(project, &query.pairs())).await
    }

    /// Whether Docket is configured. Needs no session.
    pub(crate) async fn health(self) -> Result<Health, ApiError> {
        get_unreported(Endpoint::Health { is_deep: false }).await
    }

    /// Whether Docket and all that the person sees of it can work.
    pub(crate) async fn deep_health(self) -> Result<Health, ApiError> {
        self.get(Endpoint::Health { is_deep: true }).await
    }

    /// The key, the budgets, the latest calls and the storage of a project.
    pub(crate) async fn project_status(self, project: &ProjectId) -> Result<ProjectStatus, ApiError> {
        self.get(Endpoint::ProjectStatus(project)).await
    }

    /// How long a project's data is stored, and what retention would delete with these days in place of those in the settings.
    pub(crate) async fn retention(
        self,
        project: &ProjectId,
        days: &[(&'static str, String)],
    ) -> Result<Retention, ApiError> {
        self.get(Endpoint::Retention(project, days)).await
    }
}
