//! The routes of people and sessions.

use docket_core::audit::AuditRecord;
use docket_core::auth::people::{EndableSessions, person_of_sessions};
use docket_core::http::target::query_value;
use docket_wire::{AuditTarget, AuditTargetKind, CallerName, ProblemCode, SessionId, Sessions};
use worker::Env;

use crate::audit;
use crate::auth::authorize::{RightExtent, failure_of};
use crate::auth::identity::Identity;
use crate::auth::object::{AuthRequest, send};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;

/// `GET /api/people`.
pub(crate) async fn people(env: &Env) -> Result<Reply, Failure> {
    read(env, AuthRequest::ListPeople).await
}

/// `GET /api/sessions`: the caller's own or, for an admin, those of a person.
pub(crate) async fn list(
    request: &IncomingRequest,
    env: &Env,
    identity: &Identity,
    record: AuditRecord,
) -> Result<Reply, Failure> {
    let current = identity.session().map(|own| own.id.clone());
    match person(request, env, identity, &record).await? {
        Some(person) => read(env, AuthRequest::ListSessions(person, current)).await,
        // Cloudflare Access manages the sessions of its people.
        None => Ok(Reply::json(200, &Sessions { sessions: Vec::new(), has_more: false })),
    }
}

/// `DELETE /api/sessions/{id}`: ends a session of the caller or, for an admin, of any person. If it is the session of the request, its
/// cookie is deleted.
pub(crate) async fn end(
    RequestContext { request, env, settings }: RequestContext<'_>,
    identity: &Identity,
    session: &SessionId,
    record: AuditRecord,
) -> Result<Reply, Failure> {
    let own = identity.session();
    // The session of the request may be older than the list.
    let is_current = own.is_some_and(|own| own.id == *session);
    if !is_current {
        let found = match EndableSessions::of(&identity.caller, own.map(|own| &own.name)) {
            EndableSessions::None => Vec::new(),
            EndableSessions::Of(person) => find(env, Some(session.clone()), Some(person)).await?,
            EndableSessions::OfEverybody => find(env, Some(session.clone()), None).await?,
        };
        if found.is_empty() {
            let error = "You have no session with this id. It may have ended.";
            return Err(Failure::new(ProblemCode::UnknownSession, error));
        }
    }
    super::end(env, settings, vec![session.clone()], &record).await?;
    let reply = Reply::empty(204);
    Ok(if is_current { reply.header("Set-Cookie", request.cookie_kind(settings).clear()) } else { reply })
}

/// `DELETE /api/sessions`: ends all sessions of the caller or, for an admin, of a person, except the one of the request.
pub(crate) async fn end_all(
    RequestContext { request, env, settings }: RequestContext<'_>,
    identity: &Identity,
    record: AuditRecord,
) -> Result<Reply, Failure> {
    if let Some(person) = person(request, env, identity, &record).await? {
        let mut found = find(env, None, Some(person.clone())).await?;
        found.retain(|id| identity.session().is_none_or(|own| own.id != *id));
        if !found.is_empty() {
            let record = record.about(AuditTarget::new(AuditTargetKind::Person, person));
            super::end(env, settings, found, &record).await?;
        }
    }
    Ok(Reply::empty(204))
}

/// The person whose sessions a request is about, as [`person_of_sessions`] decides. The audit log gets a record of a refusal.
async fn person(
    request: &IncomingRequest,
    env: &Env,
    identity: &Identity,
    record: &AuditRecord,
) -> Result<Option<CallerName>, Failure> {
    let own = identity.session().map(|own| &own.name);
    let named = query_value(&request.url, "person").map(CallerName);
    match person_of_sessions(&identity.caller, own, named) {
        Ok(person) => Ok(person),
        Err(denial) => {
            let failure = failure_of(denial, RightExtent::AllProjects);
            audit::refuse(env, ObjectName::auth(), record.clone().refused(failure.code())).await;
            Err(failure)
        }
    }
}

/// A response whose body `AuthObject` makes.
async fn read(env: &Env, request: AuthRequest) -> Result<Reply, Failure> {
    Ok(Reply::json_text(200, send(env, &request).await?))
}

/// The ids of the sessions that match: one session by its id, those of a person, or one session if it is that person's.
async fn find(
    env: &Env,
    id: Option<SessionId>,
    person: Option<CallerName>,
) -> Result<Vec<SessionId>, Failure> {
    Ok(docket_wire::json::from_str(&send(env, &AuthRequest::FindSessions(id, person)).await?)?)
}
