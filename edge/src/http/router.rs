//! Every request passes the same steps: route, caller, right, CSRF check, body. Then the Worker or an object answers
//! it.

use std::rc::Rc;

use docket_core::audit::{AuditedChange, of_route};
use docket_core::auth::caller::Caller;
use docket_core::http::parameters;
use docket_core::http::route::{FoundRoute, Route, WorkerRoute, is_api};
use docket_core::http::transport::{Transport, encrypted};
use docket_core::settings::Settings;
use docket_wire::{AuditAction, CallerName, ProblemCode, Project, ProjectsPage};
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
            return Ok(answer((&route, row.name), request, env, &settings, identity).await?.into_raw()?);
        }
        (Route::Jobs(project, _), Some(identity)) => {
            let project = settings::project(&settings, &project)?;
            (objects::named(env, objects::JOBS, project.id.as_str())?, identity)
        }
        (Route::Analytics(project, _), Some(identity)) => {
            let project = settings::project(&settings, &project)?;
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
    (route, name): (&WorkerRoute, &'static str),
    request: &IncomingRequest,
    env: &Env,
    settings: &Rc<Settings>,
    identity: Option<Identity>,
) -> Result<Reply, Failure> {
    let identity = match (route, identity) {
        (WorkerRoute::SignIn, _) => return sessions::sign_in(request, env, settings).await,
        (WorkerRoute::SignOut, _) => return sessions::sign_out(request, env, settings).await,
        (WorkerRoute::GetSession, None) => return Ok(sessions::nobody(request, settings)),
        (WorkerRoute::Health, None) => {
            return Err(Failure::unauthenticated("Sign in or send a token to check the objects."));
        }
        (_, identity) => identity.ok_or_else(lacks_caller)?,
    };
    let caller = &identity.caller;
    let record = || audit::record_of(request, &identity, of_route(&Route::Worker(route.clone()), name));
    match route {
        WorkerRoute::SignIn | WorkerRoute::SignOut => Err(Failure::internal("the route needs no caller")),
        WorkerRoute::Health => Ok(health::of_objects(request, env, settings, caller).await),
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
            let record = audit::record_of(request, &identity, AuditAction::Backup.into());
            backup::stream::backup(request, env, settings, record.pack()).await
        }
        WorkerRoute::Restore => backup::restore::restore(request, env, settings, record()).await,
        WorkerRoute::Audit => audit::routes::access(request, env).await,
        WorkerRoute::ProjectAudit { project } => {
            audit::routes::project(request, env, settings, project).await
        }
        WorkerRoute::ProjectStatus { project } => {
            status::of_project(request, env, settings, (project, caller)).await
        }
        WorkerRoute::Retention { project } => {
            status::of_retention(request, env, settings, (project, caller)).await
        }
    }
}

fn lacks_caller() -> Failure {
    Failure::internal("a route without a caller passed the access check")
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
