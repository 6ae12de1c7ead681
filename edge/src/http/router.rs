//! Every request passes the same steps: route, caller, right, CSRF check, body. Then the Worker or an object answers it.

use std::rc::Rc;

use docket_core::audit::{AuditedChange, NamedAction, of_route};
use docket_core::auth::caller::Caller;
use docket_core::http::parameters;
use docket_core::http::route::{FoundRoute, Route, WorkerRoute, is_api};
use docket_core::http::target::Target;
use docket_core::http::transport::{Transport, encrypted};
use docket_core::settings::{ProjectSettings, Settings};
use docket_wire::{AuditAction, CallerName, ProblemCode, Project, ProjectId, ProjectsPage};
use web_sys::Response;
use worker::{Context, Env};

use crate::audit;
use crate::auth::identify::{self, Identity};
use crate::auth::people;
use crate::auth::sessions;
use crate::auth::tokens::routes as tokens;
use crate::backup;
use crate::http::app;
use crate::http::body;
use crate::http::checks;
use crate::http::failure::Failure;
use crate::http::headers;
use crate::http::health;
use crate::http::metrics;
use crate::http::objects;
use crate::http::problem_details;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::http::status;
use crate::platform::clock;
use crate::platform::log;
use crate::settings;

/// A refused request whose body is longer loses its connection, and with it the response.
const DRAINED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The route of a request that the Worker forwarded to an object.
pub(crate) fn of(request: &worker::Request, url: &str) -> Result<Route, Failure> {
    Ok(FoundRoute::find(&request.inner().method(), Target::of(url).path)?.route)
}

/// What the steps find out about a request, for the log and the response headers.
#[derive(Default)]
struct RequestContext {
    route: Option<&'static str>,
    caller: Option<CallerName>,
    cookie: Option<String>,
    /// Whether the response is the app's page, which has its headers already.
    is_app: bool,
}

pub(crate) async fn handle(raw: web_sys::Request, env: &Env, runtime: &Context) -> worker::Result<Response> {
    let start = clock::now();
    let request = IncomingRequest::new(raw);
    let mut context = RequestContext::default();
    let response = match respond(&request, env, runtime, &mut context).await {
        Ok(response) => response,
        Err(failure) => failure.into_reply(&request.id).into_raw()?,
    };
    let response = problem_details::negotiate(&request, response).await?;
    if response.status() >= 400
        && let Some(body) = request.raw.body()
    {
        body::drain(&body, DRAINED_BYTES_MAX).await;
    }
    log::request(&log::RequestEntry {
        request_id: &request.id,
        method: &request.method,
        route: context.route.unwrap_or("none"),
        status: response.status(),
        ms: clock::now().since_ms(start),
        caller: context.caller.as_ref(),
    });
    // A WebSocket belongs to the response that opened it, so that response cannot be replaced.
    if response.status() == 101 || context.is_app {
        return Ok(response);
    }
    if context.cookie.is_none() && !request.is_head() && headers::is_complete(&response) {
        return Ok(response);
    }
    Ok(headers::finish(&response, &request.id, context.cookie.as_deref(), request.is_head())?)
}

async fn respond(
    request: &IncomingRequest,
    env: &Env,
    runtime: &Context,
    context: &mut RequestContext,
) -> Result<Response, Failure> {
    let target = request.target();
    if Transport::of(target.origin) == Transport::Plain {
        return plain_http(request);
    }
    if !is_api(target.path) {
        context.route = Some("app");
        let page = app::respond(request, env).await?;
        context.is_app = page.status() < 400;
        return Ok(page);
    }
    let FoundRoute { row, route } = FoundRoute::find(&request.method, target.path)?;
    context.route = Some(row.name);
    parameters::check(row, &target.pairs())?;
    if route == Route::Worker(WorkerRoute::Health) {
        if health::needs_settings(request)? {
            settings::read(env)?;
        }
        if !health::is_deep(request)? || settings::outcome(env).is_err() {
            return Ok(health::of_settings(env).into_raw()?);
        }
    }
    let settings = settings::read(env)?;
    let identity = match &route {
        // An expired session must not prevent a person from signing in or out.
        Route::Worker(WorkerRoute::SignIn | WorkerRoute::SignOut) => None,
        Route::Worker(WorkerRoute::GetSession) => {
            identify::identify_or_nobody(request, env, &settings).await?
        }
        _ => identify::identify(request, env, &settings).await?,
    };
    context.caller = identity.as_ref().map(|identity| identity.caller.name.clone());
    let allowed = identify::check_access(row.access, route.project(), identity.as_ref())
        .and_then(|()| identify::check_csrf(request, &settings, row.input, identity.as_ref()));
    if let (Err(failure), Some(identity)) = (&allowed, &identity) {
        let from = (request, env, &*settings);
        audit::refuse_caller(from, identity, (&route, row.name), failure).await;
    }
    allowed?;
    if let Some(identity) = &identity {
        people::seen::report(request, env, runtime, &settings, identity);
    }
    if let Some(session) = identity.as_ref().and_then(Identity::session) {
        context.cookie = identify::renewed_cookie(session, request, &settings);
    }
    let (object, identity) = match (route, identity) {
        (Route::Worker(route), identity) => {
            return Ok(answer(&route, request, env, &settings, identity).await?.into_raw()?);
        }
        (Route::Jobs(project, _), Some(identity)) => {
            let project = configured(&settings, &project)?;
            (objects::named(env, objects::JOBS, project.id.as_str())?, identity)
        }
        (Route::Analytics(project, _), Some(identity)) => {
            let project = configured(&settings, &project)?;
            (objects::named(env, objects::ANALYTICS, &project.key_secret)?, identity)
        }
        (Route::Jobs(..) | Route::Analytics(..), None) => return Err(lacks_caller()),
    };
    let body = checks::check(row.input, request).await?;
    let credential = identity.credential(&settings)?;
    let name = &identity.caller.name;
    let response = objects::forward(&object, request, name, &credential, body.as_deref()).await?;
    if response.status() == 101 {
        identify::check_opened_socket(&identity, env, &settings).await?;
    }
    Ok(response)
}

/// Answers an allowed request for a route of the Worker's own.
async fn answer(
    route: &WorkerRoute,
    request: &IncomingRequest,
    env: &Env,
    settings: &Rc<Settings>,
    identity: Option<Identity>,
) -> Result<Reply, Failure> {
    let record = |name: &'static str, identity: &Identity| {
        audit::record_of(request, identity, of_route(&Route::Worker(route.clone()), name))
    };
    match (route, identity) {
        (WorkerRoute::SignIn, _) => sessions::sign_in(request, env, settings).await,
        (WorkerRoute::SignOut, _) => sessions::sign_out(request, env, settings).await,
        (WorkerRoute::Health, Some(identity)) => {
            Ok(health::of_objects(request, env, settings, &identity.caller).await)
        }
        (WorkerRoute::Metrics, Some(identity)) => {
            metrics::report(request, env, settings, &identity.caller).await
        }
        (WorkerRoute::Health, None) => {
            Err(Failure::unauthenticated("Sign in or send a token to check the objects."))
        }
        (WorkerRoute::GetSession | WorkerRoute::GetSelf, Some(identity)) => Ok(sessions::describe(&identity)),
        (WorkerRoute::GetSession, None) => Ok(sessions::nobody(request, settings)),
        (WorkerRoute::Projects, Some(identity)) => Ok(projects(settings, &identity.caller)),
        (WorkerRoute::Tokens, Some(_)) => tokens::list(env, settings).await,
        (WorkerRoute::CreateToken, Some(identity)) => {
            let change = change(request, identity, AuditAction::CreateToken.into());
            tokens::create(request, env, settings, change).await
        }
        (WorkerRoute::RevokeToken { token }, Some(identity)) => {
            let named = of_route(&Route::Worker(route.clone()), "revoke_token");
            tokens::revoke(env, settings, token.clone(), change(request, identity, named)).await
        }
        (WorkerRoute::People, Some(_)) => people::routes::people(env).await,
        (WorkerRoute::Sessions, Some(identity)) => {
            let record = record("sessions", &identity);
            people::routes::list(request, env, &identity, record).await
        }
        (WorkerRoute::EndSession { session }, Some(identity)) => {
            let record = record("end_session", &identity);
            people::routes::end(env, settings, &identity, session, record).await
        }
        (WorkerRoute::EndSessions, Some(identity)) => {
            let record = record("end_sessions", &identity);
            people::routes::end_all(request, env, settings, &identity, record).await
        }
        (WorkerRoute::Backup, Some(identity)) => {
            let record = audit::record_of(request, &identity, AuditAction::Backup.into()).pack();
            backup::stream::backup(request, env, settings, record).await
        }
        (WorkerRoute::Restore, Some(identity)) => {
            backup::restore::restore(request, env, settings, record("restore", &identity)).await
        }
        (WorkerRoute::Audit, Some(_)) => audit::routes::access(request, env).await,
        (WorkerRoute::ProjectAudit { project }, Some(_)) => {
            audit::routes::project(request, env, settings, project).await
        }
        (WorkerRoute::ProjectStatus { project }, Some(identity)) => {
            status::of_project(request, env, settings, (project, &identity.caller)).await
        }
        (WorkerRoute::Retention { project }, Some(identity)) => {
            status::of_retention(request, env, settings, (project, &identity.caller)).await
        }
        (
            WorkerRoute::GetSelf
            | WorkerRoute::Metrics
            | WorkerRoute::Projects
            | WorkerRoute::Tokens
            | WorkerRoute::CreateToken
            | WorkerRoute::RevokeToken { .. }
            | WorkerRoute::Sessions
            | WorkerRoute::EndSession { .. }
            | WorkerRoute::EndSessions
            | WorkerRoute::People
            | WorkerRoute::Backup
            | WorkerRoute::Restore
            | WorkerRoute::Audit
            | WorkerRoute::ProjectAudit { .. }
            | WorkerRoute::ProjectStatus { .. }
            | WorkerRoute::Retention { .. },
            None,
        ) => Err(lacks_caller()),
    }
}

/// A change that the Worker makes for a caller.
fn change(request: &IncomingRequest, identity: Identity, named: NamedAction) -> AuditedChange {
    let record = audit::record_of(request, &identity, named);
    AuditedChange { by: identity.caller.name, record }
}

fn lacks_caller() -> Failure {
    Failure::internal("a route without a caller passed the access check")
}

fn configured<'a>(settings: &'a Settings, project: &ProjectId) -> Result<&'a ProjectSettings, Failure> {
    settings.project(project).ok_or_else(Failure::unknown_project)
}

/// The projects in which the caller has a right.
fn projects(settings: &Settings, caller: &Caller) -> Reply {
    let projects = settings.projects.iter().map(|project| Project {
        id: project.id.clone(),
        name: project.name.clone(),
        rights: caller.rights_in(&project.id),
    });
    let projects = projects.filter(|project| !project.rights.is_empty()).collect();
    Reply::json(200, &ProjectsPage { projects, has_more: false })
}

/// A request that anybody on the way could read: a page moves to https, and everything else is refused.
fn plain_http(request: &IncomingRequest) -> Result<Response, Failure> {
    if is_api(request.target().path) || !request.is_safe() {
        let error = "Docket responds only over https. Others may have read what this request contained.";
        return Err(Failure::new(ProblemCode::HttpsRequired, error));
    }
    Ok(Reply::empty(301).header("Location", encrypted(&request.url)).into_raw()?)
}
