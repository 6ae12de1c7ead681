//! `GET /api/health`.
//!
//! By default it checks only the settings, which costs nothing and is open to everyone. With `?deep=1` it also sends
//! one read to each of several objects, which only an authenticated caller may ask for.

use std::collections::BTreeSet;

use docket_core::auth::caller::Caller;
use docket_core::http::target::query_value;
use docket_core::metrics::JobsGauge;
use docket_core::settings::{ProjectSettings, Settings};
use docket_wire::{Health, HealthState};
use worker::Env;

use crate::auth::sign_in;
use crate::auth::tokens;
use crate::http::failure::Failure;
use crate::http::metrics;
use crate::http::objects;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::memory;
use crate::{VERSION, settings};

/// Whether the caller wants the objects to be checked.
pub(crate) fn is_deep(request: &IncomingRequest) -> Result<bool, Failure> {
    is_set(request, "deep")
}

/// Whether a missing setting is a failure to the caller: a load balancer reads the status, not the body.
pub(crate) fn needs_settings(request: &IncomingRequest) -> Result<bool, Failure> {
    is_set(request, "ready")
}

fn is_set(request: &IncomingRequest, name: &'static str) -> Result<bool, Failure> {
    match query_value(&request.url, name).as_deref() {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(Failure::invalid(name, format!("{name} must be 0 or 1."))),
    }
}

/// A report of which nothing but the state is known.
fn with(status: HealthState) -> Health {
    Health {
        status,
        missing: Vec::new(),
        sign_in: BTreeSet::new(),
        unavailable: Vec::new(),
        late: Vec::new(),
        version: VERSION.to_owned(),
        memory_bytes: None,
    }
}

/// Reports on the settings.
pub(crate) fn of_settings(env: &Env) -> Reply {
    let health = match settings::outcome(env) {
        Ok(settings) => Health { sign_in: settings.sign_in_methods(), ..with(HealthState::Ok) },
        Err(invalid) => Health {
            missing: invalid.iter().map(|invalid| format!("{invalid}. {}", invalid.place())).collect(),
            ..with(HealthState::NotConfigured)
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
    let (mut unavailable, mut late) = (Vec::new(), Vec::new());
    let mut note = |object: String, outcome: Result<(), Failure>| {
        unavailable.extend(outcome.err().map(|failure| format!("{object}: {}", failure.fault().error)));
    };
    note("Sign-in".to_owned(), sign_in::check(env).await);
    note("Access".to_owned(), tokens::list(env).await.map(drop));
    let mut keys = BTreeSet::new();
    let may_see = |project: &&ProjectSettings| !caller.rights_in(&project.id).is_empty();
    for project in settings.projects.iter().filter(may_see) {
        let id = project.id.as_str();
        let jobs = metrics::sample(request, env, (objects::JOBS, id)).await;
        let at = |gauge: JobsGauge| jobs.as_ref().ok()?.get(gauge.at()).copied();
        if at(JobsGauge::IsLate) == Some(1) {
            let minutes = at(JobsGauge::OverdueMs).unwrap_or_default() / 60_000;
            late.push(format!("Polling of {id} is {minutes} min late."));
        }
        note(format!("Jobs of {id}"), jobs.map(drop));
        if keys.insert(&project.key_secret) {
            let of_key = (objects::ANALYTICS, project.key_secret.as_str());
            let analytics = metrics::sample(request, env, of_key).await;
            note(format!("Analytics of {}", project.key_secret), analytics.map(drop));
        }
    }
    let status =
        if unavailable.is_empty() && late.is_empty() { HealthState::Ok } else { HealthState::Degraded };
    let health = Health {
        sign_in: settings.sign_in_methods(),
        unavailable,
        late,
        memory_bytes: Some(memory::bytes()),
        ..with(status)
    };
    Reply::json(200, &health)
}
