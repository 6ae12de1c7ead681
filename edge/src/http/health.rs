//! `GET /api/health`.
//!
//! By default it checks only the settings, which costs nothing and is open to everyone. With `?deep=1` it also sends one
//! read to every object, which an unauthenticated caller must not be able to cause.

use std::collections::BTreeSet;

use docket_core::auth::caller::Caller;
use docket_core::http::target::query_value;
use docket_core::settings::{ProjectSettings, Settings};
use docket_wire::{Health, HealthState};
use js_sys::encode_uri_component;
use worker::Env;

use crate::auth::{client, tokens};
use crate::http::failure::Failure;
use crate::http::objects;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::memory;
use crate::settings;

const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    let version = VERSION.to_owned();
    let health = match settings::outcome(env) {
        Ok(settings) => Health {
            status: HealthState::Ok,
            missing: Vec::new(),
            sign_in: settings.sign_in_methods(),
            unavailable: Vec::new(),
            version,
            memory_bytes: None,
        },
        Err(invalid) => Health {
            status: HealthState::NotConfigured,
            missing: invalid.iter().map(|invalid| format!("{invalid}. {}", invalid.place())).collect(),
            sign_in: BTreeSet::new(),
            unavailable: Vec::new(),
            version,
            memory_bytes: None,
        },
    };
    Reply::json(200, &health)
}

/// Reports on every object of the projects in which the caller has a right.
pub(crate) async fn of_objects(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    caller: &Caller,
) -> Reply {
    let mut unavailable = Vec::new();
    let mut note = |object: String, outcome: Result<(), Failure>| {
        unavailable.extend(outcome.err().map(|failure| format!("{object}: {}", failure.error())));
    };
    note("Sign-in".to_owned(), client::check(env).await);
    note("Tokens".to_owned(), tokens::client::list(env).await.map(drop));
    let mut keys = BTreeSet::new();
    let may_see = |project: &&ProjectSettings| !caller.rights_in(&project.id).is_empty();
    for project in settings.projects.iter().filter(may_see) {
        let id = project.id.as_str();
        let path = format!("/api/projects/{}", String::from(encode_uri_component(id)));
        let jobs = objects::read(env, (objects::JOBS, id), request, &format!("{path}/jobs?limit=1")).await;
        note(format!("Jobs of {id}"), jobs.map(drop));
        if keys.insert(&project.key_secret) {
            let budget = format!("{path}/visitors/budget");
            let of_key = (objects::ANALYTICS, project.key_secret.as_str());
            let analytics = objects::read(env, of_key, request, &budget).await;
            note(format!("Analytics of {}", project.key_secret), analytics.map(drop));
        }
    }
    let status = if unavailable.is_empty() { HealthState::Ok } else { HealthState::Degraded };
    let health = Health {
        status,
        missing: Vec::new(),
        sign_in: settings.sign_in_methods(),
        unavailable,
        version: VERSION.to_owned(),
        memory_bytes: Some(memory::bytes()),
    };
    Reply::json(200, &health)
}
