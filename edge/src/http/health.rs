//! `GET /api/health`.
//!
//! By default it checks only the settings, which costs nothing and is open to everyone. With `?deep=1` it also sends one
//! read to every object, which an unauthenticated caller must not be able to cause.

use std::collections::BTreeSet;

use docket_core::http::target::query_value;
use docket_core::settings::Settings;
use docket_wire::{Health, HealthState};
use js_sys::encode_uri_component;
use web_sys::Headers;
use worker::Env;

use crate::auth::client;
use crate::http::failure::Failure;
use crate::http::headers::REQUEST_ID_HEADER;
use crate::http::objects;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::memory;
use crate::settings;

/// Whether the caller wants the objects to be checked.
pub(crate) fn is_deep(request: &IncomingRequest) -> Result<bool, Failure> {
    match query_value(&request.url, "deep").as_deref() {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(Failure::invalid("deep", "deep must be 0 or 1.")),
    }
}

/// Reports on the settings.
pub(crate) fn of_settings(env: &Env) -> Reply {
    let missing: Vec<String> = match settings::outcome(env) {
        Ok(_) => Vec::new(),
        Err(invalid) => invalid.iter().map(|invalid| format!("{invalid}.")).collect(),
    };
    let status = if missing.is_empty() { HealthState::Ok } else { HealthState::NotConfigured };
    reply(status, missing, Vec::new(), None)
}

/// Reports on every object of the configured projects.
pub(crate) async fn of_objects(request: &IncomingRequest, env: &Env, settings: &Settings) -> Reply {
    let mut unavailable = Vec::new();
    let mut note = |object: String, outcome: Result<(), Failure>| {
        unavailable.extend(outcome.err().map(|failure| format!("{object}: {}", failure.error())));
    };
    note("Sign-in".to_owned(), client::check(env).await);
    let mut keys = BTreeSet::new();
    for project in &settings.projects {
        let id = project.id.as_str();
        let path = format!("/api/projects/{}", String::from(encode_uri_component(id)));
        let jobs = read(request, env, objects::JOBS, id, &format!("{path}/jobs?limit=1")).await;
        note(format!("Jobs of {id}"), jobs);
        if keys.insert(&project.key_secret) {
            let budget = format!("{path}/visitors/budget");
            let analytics = read(request, env, objects::ANALYTICS, &project.key_secret, &budget).await;
            note(format!("Analytics of {}", project.key_secret), analytics);
        }
    }
    let status = if unavailable.is_empty() { HealthState::Ok } else { HealthState::Degraded };
    reply(status, Vec::new(), unavailable, Some(memory::bytes()))
}

/// Sends a cheap read to an object.
async fn read(
    request: &IncomingRequest,
    env: &Env,
    binding: &str,
    name: &str,
    path: &str,
) -> Result<(), Failure> {
    let object = objects::named(env, binding, name)?;
    let headers = Headers::new()?;
    headers.set(REQUEST_ID_HEADER, &request.id)?;
    let url = format!("{}{path}", request.target().origin);
    let response = objects::send(&object, "GET", &url, &headers, None).await?;
    objects::text(&response).await.map(drop)
}

fn reply(
    status: HealthState,
    missing: Vec<String>,
    unavailable: Vec<String>,
    memory_bytes: Option<u64>,
) -> Reply {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Reply::json(200, &Health { status, missing, unavailable, version, memory_bytes })
}
