//! From a request to its answer: route, caller, rights, forgery, body; then whoever acts on it.

use std::rc::Rc;

use docket_core::http::route::{Route, is_api};
use docket_core::http::target::Target;
use docket_core::settings::{ProjectSettings, Settings};
use docket_wire::{CallerName, Health, HealthState, ProblemCode, Project, ProjectId, VisitorsQuery};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use worker::Env;
use worker::worker_sys::Fetcher;

use crate::auth::identify::{self, Identity};
use crate::auth::sessions;
use crate::http::checks;
use crate::http::failure::Failure;
use crate::http::headers;
use crate::http::objects;
use crate::http::reply::Reply;
use crate::http::request::Incoming;
use crate::platform::clock;
use crate::platform::log;
use crate::settings;

/// The route of a request that the Worker passed on to an object.
pub(crate) fn of(request: &worker::Request) -> Result<Route, Failure> {
    let raw = request.inner();
    Ok(Route::find(&raw.method(), Target::of(&raw.url()).path)?)
}

/// The checked query of the visitors route.
pub(crate) fn visitors_query(target: Target<'_>) -> Result<VisitorsQuery, Failure> {
    let pairs = target.pairs();
    Ok(VisitorsQuery::from_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))?)
}

/// What is found out about a request on the way, for the log and for the answer's headers.
#[derive(Default)]
struct Findings {
    route: Option<&'static str>,
    caller: Option<CallerName>,
    cookie: Option<String>,
    /// Whether the answer is a file of the app's, which has its headers already.
    is_asset: bool,
}

/// Answers any request.
pub(crate) async fn handle(raw: web_sys::Request, env: &Env) -> worker::Result<Response> {
    let start = clock::now();
    let incoming = Incoming::new(raw);
    let mut findings = Findings::default();
    let answered = answer(&incoming, env, &mut findings).await;
    let response = match answered {
        Ok(response) => response,
        Err(failure) => failure.into_reply(&incoming.id).into_raw()?,
    };
    log::request(&log::Line {
        request_id: &incoming.id,
        method: &incoming.method,
        route: findings.route.unwrap_or("none"),
        status: response.status(),
        ms: log::ms_since(start),
        caller: findings.caller.as_ref(),
    });
    // A WebSocket travels with the very response that opened it.
    if response.status() == 101 || findings.is_asset {
        return Ok(response);
    }
    Ok(headers::finish(&response, &incoming.id, findings.cookie.as_deref(), incoming.is_head())?)
}

async fn answer(incoming: &Incoming, env: &Env, findings: &mut Findings) -> Result<Response, Failure> {
    let target = incoming.target();
    if !is_api(target.path) {
        findings.route = Some("assets");
        let asset = assets(incoming, env).await?;
        findings.is_asset = true;
        return Ok(asset);
    }
    let route = Route::find(&incoming.method, target.path)?;
    findings.route = Some(route.name());
    if route == Route::Health {
        return Ok(health(env).into_raw()?);
    }
    let settings = settings::read(env)?;
    let identity = match &route {
        // Whoever signs in or out may come with a session that is no longer good.
        Route::SignIn | Route::SignOut => None,
        _ => identify::identify(incoming, env, &settings).await?,
    };
    findings.caller = identity.as_ref().map(|identity| identity.caller.name.clone());
    identify::check_access(&route, identity.as_ref())?;
    identify::check_csrf(incoming, &settings, &route, identity.as_ref())?;
    if let Some(session) = identity.as_ref().and_then(|identity| identity.session.as_ref()) {
        findings.cookie = identify::renewed_cookie(session, incoming, &settings);
    }
    act(&route, incoming, env, &settings, identity).await
}

/// Does what an allowed request asks for.
async fn act(
    route: &Route,
    incoming: &Incoming,
    env: &Env,
    settings: &Rc<Settings>,
    identity: Option<Identity>,
) -> Result<Response, Failure> {
    let reply = match (route, identity) {
        (Route::Health, _) => health(env),
        (Route::SignIn, _) => sessions::sign_in(incoming, env, settings).await?,
        (Route::SignOut, _) => sessions::sign_out(incoming, env, settings).await?,
        (Route::GetSession, Some(identity)) => sessions::describe(&identity, settings),
        (Route::Projects, Some(_)) => projects(settings),
        (_, None) => return Err(Failure::internal("a route was let through without a caller")),
        (_, Some(Identity { caller, .. })) => {
            let project = route.project().ok_or_else(|| Failure::internal("a route lacks its project"))?;
            let configured = configured(settings, project)?;
            let body = checks::check(route, incoming).await?;
            let object = if route.is_about_visitors() {
                objects::named(env, "ANALYTICS", &configured.key_secret)?
            } else {
                objects::named(env, "JOBS", project.as_str())?
            };
            return objects::forward(&object, incoming, &caller.name, body.as_deref()).await;
        }
    };
    Ok(reply.into_raw()?)
}

fn configured<'a>(settings: &'a Settings, project: &ProjectId) -> Result<&'a ProjectSettings, Failure> {
    settings
        .project(project)
        .ok_or_else(|| Failure::new(ProblemCode::UnknownProject, "This project is not configured."))
}

fn projects(settings: &Settings) -> Reply {
    let projects: Vec<Project> = settings
        .projects
        .iter()
        .map(|project| Project { id: project.id.clone(), name: project.name.clone() })
        .collect();
    Reply::json(200, &projects)
}

fn health(env: &Env) -> Reply {
    let missing: Vec<String> = match settings::outcome(env) {
        Ok(_) => Vec::new(),
        Err(missing) => missing.iter().map(|missing| format!("{missing}.")).collect(),
    };
    let status = if missing.is_empty() { HealthState::Ok } else { HealthState::NotConfigured };
    Reply::json(200, &Health { status, missing, version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// Everything outside the API is the app's.
async fn assets(incoming: &Incoming, env: &Env) -> Result<Response, Failure> {
    if !incoming.is_safe() {
        return Err(Failure::new(ProblemCode::MethodNotAllowed, "The app's files take GET, HEAD only.")
            .header("Allow", "GET, HEAD"));
    }
    let assets = js_sys::Reflect::get(env, &"ASSETS".into())?;
    if !assets.is_object() {
        return Err(Failure::new(ProblemCode::UnknownRoute, "There is no such route."));
    }
    let answered = JsFuture::from(assets.unchecked_into::<Fetcher>().fetch(&incoming.raw)?).await?;
    answered.dyn_into().map_err(Failure::from)
}
