//! `GET /api/health`.
//!
//! By default it checks only the settings. That costs nothing, and is open to everyone. With `?deep=1` it also sends one read to
//! each of several objects. Only an authenticated caller may ask for that.

use std::collections::BTreeSet;

use docket_core::auth::caller::Caller;
use docket_core::http::target::query_value;
use docket_core::metrics::JobsGauge;
use docket_core::settings::{ProjectSettings, Settings};
use docket_wire::{Health, HealthState};
use worker::Env;

use super::VERSION;
use super::metrics;
use crate::auth::{sign_in, tokens};
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::memory;
use crate::settings;

/// A service that fails for a shorter time may only restart. A stored time of its last answer can be five minutes too early.
const FAILING_AFTER_MS: i64 = 10 * 60_000;

fn is_set(request: &IncomingRequest, name: &'static str) -> Result<bool, Failure> {
    match query_value(&request.url, name).as_deref() {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(Failure::invalid(name, format!("{name} must be 0 or 1."))),
    }
}

/// A report of a state alone.
fn report_of(status: HealthState) -> Health {
    Health {
        status,
        missing: Vec::new(),
        sign_in: BTreeSet::new(),
        unavailable: Vec::new(),
        late: Vec::new(),
        service: Vec::new(),
        version: VERSION.to_owned(),
        memory_bytes: None,
    }
}

/// Reports on the settings; `None` if the caller asks for a check of the objects, and they can be checked.
///
/// With `?ready=1`, missing settings are a failure, because a load balancer reads the status and not the body.
pub(crate) fn report_settings(request: &IncomingRequest, env: &Env) -> Result<Option<Reply>, Failure> {
    if is_set(request, "ready")? {
        settings::read(env)?;
    }
    if is_set(request, "deep")? && settings::outcome(env).is_ok() {
        return Ok(None);
    }
    let health = match settings::outcome(env) {
        Ok(settings) => Health { sign_in: settings.sign_in_methods(), ..report_of(HealthState::Ok) },
        Err(invalid) => Health {
            missing: invalid.iter().map(|invalid| format!("{invalid}. {}", invalid.remedy())).collect(),
            ..report_of(HealthState::NotConfigured)
        },
    };
    Ok(Some(Reply::json(200, &health)))
}

/// Reports on every object of the projects in which the caller has a right.
pub(crate) async fn report_objects(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    caller: &Caller,
) -> Reply {
    let (mut unavailable, mut late, mut service) = (Vec::new(), Vec::new(), Vec::new());
    let mut record = |object: String, outcome: Result<(), Failure>| {
        unavailable.extend(outcome.err().map(|failure| format!("{object}: {}", failure.fault().error)));
    };
    record("Sign-in".to_owned(), sign_in::check(env).await);
    record("Access".to_owned(), tokens::list(env).await.map(drop));
    let mut keys = BTreeSet::new();
    let may_see = |project: &&ProjectSettings| !caller.rights_in(&project.id).is_empty();
    for project in settings.projects.iter().filter(may_see) {
        let id = project.id.as_str();
        let jobs = metrics::sample(request, env, ObjectName::jobs(id)).await;
        let value_of = |gauge: JobsGauge| jobs.as_ref().ok()?.get(gauge.at()).copied();
        if value_of(JobsGauge::IsLate) == Some(1) {
            let minutes = value_of(JobsGauge::OverdueMs).unwrap_or_default() / 60_000;
            late.push(format!("Polling of {id} is {minutes} min late."));
        }
        let failing_ms = value_of(JobsGauge::FailingMs).unwrap_or_default();
        if failing_ms >= FAILING_AFTER_MS {
            let minutes = failing_ms / 60_000;
            service.push(format!(
                "No call of {id} to the documentation service has succeeded for {minutes} min."
            ));
        }
        record(format!("Jobs of {id}"), jobs.map(drop));
        if keys.insert(&project.key_secret) {
            let object = ObjectName::analytics(&project.key_secret);
            let analytics = metrics::sample(request, env, object).await;
            record(format!("Analytics of {}", project.key_secret), analytics.map(drop));
        }
    }
    let is_ok = unavailable.is_empty() && late.is_empty() && service.is_empty();
    let status = if is_ok { HealthState::Ok } else { HealthState::Degraded };
    let health = Health {
        sign_in: settings.sign_in_methods(),
        unavailable,
        late,
        service,
        memory_bytes: Some(memory::bytes()),
        ..report_of(status)
    };
    Reply::json(200, &health)
}
