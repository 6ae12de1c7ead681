//! Every request passes the same steps: route, caller, right, CSRF check, body. Then the Worker or an object answers
//! it.

mod app;
mod audit;
mod backup;
mod dispatch;
mod health;
mod metrics;
mod samples;
mod status;

use docket_core::audit::NamedAction;
use docket_core::http::parameters;
use docket_core::http::route::{FoundRoute, PublicRoute, Route, is_api};
use docket_core::http::transport::{Transport, encrypted};
use docket_core::settings::Settings;
use docket_wire::{CallerName, ProblemCode, Right};
use web_sys::Response;
use worker::{Context, Env};

use crate::audit::refuse;
use crate::auth::identity::Identity;
use crate::auth::{authorize, identify, people};
use crate::http::body;
use crate::http::checks;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::headers;
use crate::http::objects::{self, ForwardedCaller, ObjectName};
use crate::http::problem_details;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::clock;
use crate::platform::log;
use crate::settings;

/// The version of this release.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The Worker reads at most so much of a refused request's body. A client that sends more loses the connection, and with it the
/// response.
const DRAINED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The caller of a read that took this long is checked again before the response. What an isolate knows of tokens and sessions
/// is older than that anyway.
const RECHECKED_AFTER_MS: i64 = 1_000;

/// What the steps find out about a request, for the log and the headers of the response.
#[derive(Default)]
struct RequestNotes {
    route: Option<&'static str>,
    caller: Option<CallerName>,
    cookie: Option<String>,
    /// Whether the response is the app's page, which has its headers already.
    is_app: bool,
}

pub(crate) async fn handle(raw: web_sys::Request, env: &Env, runtime: &Context) -> worker::Result<Response> {
    let start = clock::now();
    let request = IncomingRequest::new(raw);
    let mut notes = RequestNotes::default();
    let response = match respond(&request, env, runtime, &mut notes).await {
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
        route: notes.route.unwrap_or("none"),
        status: response.status(),
        ms: clock::now().since_ms(start),
        caller: notes.caller.as_ref(),
    });
    // A WebSocket belongs to the response that opened it, so that response cannot be replaced.
    if response.status() == 101 || notes.is_app {
        return Ok(response);
    }
    if notes.cookie.is_none() && !request.is_head() && headers::is_complete(&response) {
        return Ok(response);
    }
    Ok(headers::finish(&response, &request.id, notes.cookie.as_deref(), request.is_head())?)
}

async fn respond(
    request: &IncomingRequest,
    env: &Env,
    runtime: &Context,
    notes: &mut RequestNotes,
) -> Result<Response, Failure> {
    let target = request.target();
    if Transport::of(target.origin) == Transport::Plain {
        return refuse_plain_http(request);
    }
    if !is_api(target.path) {
        notes.route = Some("app");
        let page = app::respond(request, env).await?;
        notes.is_app = page.status() < 400;
        return Ok(page);
    }
    let found = FoundRoute::find(&request.method, target.path)?;
    notes.route = Some(found.row.name);
    parameters::check(found.row, &target.pairs())?;
    if found.route == Route::Public(PublicRoute::Health)
        && let Some(report) = health::report_settings(request, env)?
    {
        return Ok(report.into_raw()?);
    }
    let settings = settings::read(env)?;
    let context = RequestContext { request, env, settings: &settings };
    let identity = match &found.route {
        // An expired session must not prevent a person from signing in or out.
        Route::Public(PublicRoute::SignIn | PublicRoute::SignOut) => None,
        Route::Public(PublicRoute::GetSession) => identify::identify_or_nobody(context).await?,
        _ => identify::identify(context).await?,
    };
    notes.caller = identity.as_ref().map(|identity| identity.caller.name.clone());
    check_allowed(context, &found, identity.as_ref()).await?;
    if let Some(identity) = identity.as_ref().filter(|_| found.row.authorization.refuses_at_once()) {
        identify::check_current(identity, env, &settings).await?;
    }
    if let Some(identity) = &identity {
        people::seen::report(context, runtime, identity);
    }
    if let Some(session) = identity.as_ref().and_then(Identity::session) {
        notes.cookie = identify::renewed_cookie(session, request, &settings);
    }
    let object = match &found.route {
        Route::Public(route) => {
            let reply = dispatch::answer_public(route, context, identity.as_ref()).await?;
            return Ok(reply.into_raw()?);
        }
        Route::Worker(route) => {
            let named = NamedAction::for_route(&found);
            let identity = identity.ok_or_else(no_caller)?;
            let reply = dispatch::answer(route, named, context, &identity).await?;
            return Ok(reply.into_raw()?);
        }
        Route::Jobs(project, _) => ObjectName::jobs(settings::project(&settings, project)?.id.as_str()),
        Route::Analytics(project, _) => {
            ObjectName::analytics(&settings::project(&settings, project)?.key_secret)
        }
    };
    let identity = identity.ok_or_else(no_caller)?;
    forward(context, &found, object, &identity).await
}

fn no_caller() -> Failure {
    Failure::internal("a route without a caller passed the authorization check")
}

/// Checks the caller's right and the request's origin. The audit log gets a refused caller.
async fn check_allowed(
    RequestContext { request, env, settings }: RequestContext<'_>,
    found: &FoundRoute,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let FoundRoute { row, route } = found;
    let allowed = authorize::check_authorization(row.authorization, route.project(), identity)
        .and_then(|()| authorize::check_csrf(request, settings, row.input, identity));
    if let (Err(failure), Some(identity)) = (&allowed, identity) {
        let record = identity.record(request, NamedAction::for_route(found)).refused(failure.code());
        refuse(env, object_with_log(settings, found), record).await;
    }
    allowed
}

/// The object that records a refusal: the `JobsObject` of the project if the settings have the project, otherwise `AuthObject`.
fn object_with_log<'a>(settings: &'a Settings, found: &FoundRoute) -> ObjectName<'a> {
    match found.route.project().and_then(|project| settings.project(project)) {
        Some(project) => ObjectName::jobs(project.id.as_str()),
        None => ObjectName::auth(),
    }
}

/// Forwards a request to the object that answers it, with its checked body.
async fn forward(
    context: RequestContext<'_>,
    found: &FoundRoute,
    object: ObjectName<'_>,
    identity: &Identity,
) -> Result<Response, Failure> {
    let RequestContext { request, env, settings } = context;
    let body = checks::check(found.row.input, request).await?;
    let caller = ForwardedCaller {
        name: &identity.caller.name,
        credential: identity.socket_credential(settings)?,
        can_read_jobs: identity.caller.may(Right::JobsRead, found.route.project()),
    };
    let start = clock::now();
    let response = objects::forward(env, object, found.row, request, &caller, body.as_deref()).await?;
    if response.status() == 101 {
        identify::check_opened_socket(identity, env, settings).await?;
    } else if request.is_safe() && clock::now().since_ms(start) >= RECHECKED_AFTER_MS {
        // While the request waited for a change, its session or token may have ended, or lost its rights.
        let identity = identify::identify(context).await?;
        authorize::check_authorization(found.row.authorization, found.route.project(), identity.as_ref())?;
    }
    Ok(response)
}

/// Redirects a page to https, and refuses every other request: its content may have been read on the way.
fn refuse_plain_http(request: &IncomingRequest) -> Result<Response, Failure> {
    if is_api(request.target().path) || !request.is_safe() {
        let error = "Docket responds only over https. Others may have read what this request contained.";
        return Err(Failure::new(ProblemCode::HttpsRequired, error));
    }
    Ok(Reply::empty(301).header("Location", encrypted(&request.url)).into_raw()?)
}
