//! From a request to the function that answers its route, for the routes that the Worker answers itself.

use docket_core::audit::NamedAction;
use docket_core::auth::caller::Caller;
use docket_core::http::route::{PublicRoute, WorkerRoute};
use docket_core::settings::Settings;
use docket_wire::{AuditAction, Project, ProjectsPage};

use crate::auth::identity::Identity;
use crate::auth::people;
use crate::auth::sessions;
use crate::auth::tokens::routes as tokens;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::router::{audit, backup, health, metrics, status};

/// Answers a request for a public route.
pub(super) async fn answer_public(
    route: &PublicRoute,
    context: RequestContext<'_>,
    identity: Option<&Identity>,
) -> Result<Reply, Failure> {
    let RequestContext { request, settings, .. } = context;
    match (route, identity) {
        (PublicRoute::SignIn, _) => sessions::sign_in(context).await,
        (PublicRoute::SignOut, _) => sessions::sign_out(context).await,
        (PublicRoute::GetSession, None) => Ok(sessions::signed_out_session(request, settings)),
        (PublicRoute::GetSession, Some(identity)) => Ok(sessions::describe(identity)),
        (PublicRoute::Health, None) => {
            Err(Failure::unauthenticated("Sign in or send a token to check the objects."))
        }
        (PublicRoute::Health, Some(identity)) => Ok(health::report_objects(context, &identity.caller).await),
    }
}

/// Answers an allowed request for a route of the Worker's own. `named` is what the audit log calls it.
pub(super) async fn answer(
    route: &WorkerRoute,
    named: NamedAction,
    context: RequestContext<'_>,
    identity: &Identity,
) -> Result<Reply, Failure> {
    let RequestContext { request, env, settings } = context;
    let caller = &identity.caller;
    let change = || identity.change(request, named);
    match route {
        WorkerRoute::Metrics => metrics::report(context, caller).await,
        WorkerRoute::GetSelf => Ok(sessions::describe(identity)),
        WorkerRoute::Projects => Ok(projects(settings, caller)),
        WorkerRoute::Tokens => tokens::list(env, settings).await,
        WorkerRoute::CreateToken => tokens::create(context, change()).await,
        WorkerRoute::RevokeToken { token } => tokens::revoke(env, settings, token.clone(), change()).await,
        WorkerRoute::People => people::routes::people(env).await,
        WorkerRoute::Sessions => people::routes::list(request, env, identity, change().into_record()).await,
        WorkerRoute::EndSession { session } => {
            people::routes::end(context, identity, session, change().into_record()).await
        }
        WorkerRoute::EndSessions => people::routes::end_all(context, identity, change().into_record()).await,
        WorkerRoute::Backup => {
            // Unlike other reads, it has an action of its own.
            let record = identity.record(request, AuditAction::Backup.into());
            backup::backup(context, record.pack()).await
        }
        WorkerRoute::Restore => backup::restore(context, change().into_record()).await,
        WorkerRoute::Audit => audit::auth(request, env).await,
        WorkerRoute::ProjectAudit { project } => audit::project(context, project).await,
        WorkerRoute::ProjectStatus { project } => status::report(context, project, caller).await,
        WorkerRoute::Retention { project } => status::report_retention(context, project, caller).await,
    }
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
