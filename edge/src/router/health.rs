//! `GET /api/health`.
//!
//! By default it checks only the settings. That costs nothing, and is open to everyone. With `?deep=1` it also sends one read to
//! each of several objects. Only an authenticated caller may ask for that.

use docket_core::auth::caller::Caller;
use docket_core::health::{ObjectsHealth, of_settings};
use docket_core::http::parameters::is_set;
use docket_core::settings::ProjectSettings;
use worker::Env;

use super::VERSION;
use super::samples::{self, SampledProject};
use crate::auth::{self, sign_in};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::platform::memory;
use crate::settings;

/// Reports on the settings; `None` if the caller asks for a check of the objects, and they can be checked.
///
/// With `?ready=1`, missing settings are a failure, because a load balancer reads the status and not the body.
pub(crate) fn report_settings(request: &IncomingRequest, env: &Env) -> Result<Option<Reply>, Failure> {
    let pairs = request.target().pairs();
    if is_set(&pairs, "ready")? {
        settings::read(env)?;
    }
    if is_set(&pairs, "deep")? && settings::outcome(env).is_ok() {
        return Ok(None);
    }
    let outcome = settings::outcome(env);
    let health = of_settings(outcome.as_deref().map_err(|invalid| &**invalid), VERSION);
    Ok(Some(Reply::json(200, &health)))
}

/// Reports on every object of the projects in which the caller has a right.
pub(crate) async fn report_objects(
    RequestContext { request, env, settings }: RequestContext<'_>,
    caller: &Caller,
) -> Reply {
    let mut health = ObjectsHealth::default();
    let own = [("Sign-in", sign_in::check(env).await), ("Auth", auth::object::check(env).await)];
    for (name, checked) in own {
        if let Err(failure) = &checked {
            failure.log(&request.id);
        }
        health.record(name, error_of(&checked));
    }
    let may_see = |project: &ProjectSettings| !caller.rights_in(&project.id).is_empty();
    let sampled = samples::read(request, env, &settings.projects, &may_see).await;
    for SampledProject { project, jobs, analytics, .. } in sampled {
        if let Ok(sample) = &jobs {
            health.record_jobs(&project.id, sample);
        }
        health.record(&format!("Jobs of {}", project.id), error_of(&jobs));
        if let Some(analytics) = &analytics {
            health.record(&format!("Analytics of {}", project.key_secret), error_of(analytics));
        }
    }
    Reply::json(200, &health.into_report(settings, VERSION, memory::bytes()))
}

fn error_of<T>(answer: &Result<T, Failure>) -> Option<String> {
    answer.as_ref().err().map(|failure| failure.reason().error)
}
