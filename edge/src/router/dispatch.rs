//! From a request to the function that answers its route, for the routes that the Worker answers itself.

use docket_core::audit::{AuditedChange, NamedAction};
use docket_core::auth::caller::Caller;
use docket_core::http::route::WorkerRoute;
use docket_core::settings::Settings;
use docket_wire::{AuditAction, Project, ProjectsPage};
use worker::Env;

use crate::auth::identity::Identity;
use crate::auth::people;
use crate::auth::sessions;
use crate::auth::tokens::routes as tokens;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::router::{audit, backup, health, metrics, status};

/// Answers an allowed request for a route of the Worker's own. `named` is what the audit log calls it.
pub(super) async fn answer(
    route: &WorkerRoute,
    named: NamedAction,
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    identity: Option<Identity>,
) -> Result<Reply, Failure> {
    let identity = match (route, identity) {
        (WorkerRoute::SignIn, _) => return sessions::sign_in(request, env, settings).await,
        (WorkerRoute::SignOut, _) => return sessions::sign_out(request, env, settings).await,
        (WorkerRoute::GetSession, None) => return Ok(sessions::nobody(request, settings)),
        (WorkerRoute::Health, None) => {
            return Err(Failure::unauthenticated("Sign in or send a token to check the objects."));
        }
        (_, identity) => identity.ok_or_else(no_caller)?,
    };
    let caller = &identity.caller;
    let record = || identity.record(request, named);
    match route {
        WorkerRoute::SignIn | WorkerRoute::SignOut => Err(Failure::internal("the route needs no caller")),
        WorkerRoute::Health => Ok(health::report_objects(request, env, settings, caller).await),
        WorkerRoute::Metrics => metrics::report(request, env, settings, caller).await,
        WorkerRoute::GetSession | WorkerRoute::GetSelf => Ok(sessions::describe(&identity)),
        WorkerRoute::Projects => Ok(projects(settings, caller)),
        WorkerRoute::Tokens => tokens::list(env, settings).await,
        WorkerRoute::CreateToken => {
            let change = AuditedChange { by: caller.name.clone(), record: record() };
            tokens::create(request, env, settings, change).await
        }
        WorkerRoute::RevokeToken { token } => {
            let change = AuditedChange { by: caller.name.clone(), record: record() };
            tokens::revoke(env, settings, token.clone(), change).await
        }
        WorkerRoute::People => people::routes::people(env).await,
        WorkerRoute::Sessions => people::routes::list(request, env, &identity, record()).await,
        WorkerRoute::EndSession { session } => {
            people::routes::end(env, settings, &identity, session, record()).await
        }
        WorkerRoute::EndSessions => {
            people::routes::end_all(request, env, settings, &identity, record()).await
        }
        WorkerRoute::Backup => {
            // Unlike other reads, it has an action of its own.
            let record = identity.record(request, AuditAction::Backup.into());
            backup::backup(request, env, settings, record.pack()).await
        }
        WorkerRoute::Restore => backup::restore(request, env, settings, record()).await,
        WorkerRoute::Audit => audit::access(request, env).await,
        WorkerRoute::ProjectAudit { project } => audit::project(request, env, settings, project).await,
        WorkerRoute::ProjectStatus { project } => {
            status::report(request, env, settings, project, caller).await
        }
        WorkerRoute::Retention { project } => {
            status::report_retention(request, env, settings, project, caller).await
        }
    }
}

pub(super) fn no_caller() -> Failure {
    Failure::internal("a route without a caller passed the access check")
}

/// The projects in which the caller has a right.
fn projects(settings: &Settings, caller: &Caller) -> Reply {
    let projects = settings.projects.iter().map(|project| Project {
        id: project.id.clone(),
        name: project.name.clone(),
        rights: caller.rights_in(&project.id),
        site_url: project.site_url.as_ref().map(ToString::to_string),
    });
    let projects = projects.filter(|project| !project.rights.is_empty()).collect();
    Reply::json(200, &ProjectsPage { projects, has_more: false })
}
