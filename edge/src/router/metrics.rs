//! `GET /api/metrics`: what the objects of the caller's projects have counted.

use docket_core::auth::caller::Caller;
use docket_core::metrics::{CONTENT_TYPE, ProjectSamples, Sample, text};
use docket_core::settings::Settings;
use docket_wire::Right;
use worker::Env;

use super::VERSION;
use crate::http::failure::Failure;
use crate::http::objects::{self, ObjectName};
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;

/// The path of the route, at which the objects report their samples.
const PATH: &str = "/api/metrics";

/// Reports on the projects in which the caller has the right. Projects that share an admin key share its figures, so
/// each object is asked once.
pub(crate) async fn report(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    caller: &Caller,
) -> Result<Reply, Failure> {
    let mut projects: Vec<ProjectSamples> = Vec::new();
    let mut keys: Vec<&str> = Vec::new();
    for project in &settings.projects {
        if !caller.may(Right::MetricsRead, Some(&project.id)) {
            continue;
        }
        let key = project.key_secret.as_str();
        let of_key = keys.iter().position(|known| *known == key);
        let analytics = match of_key.and_then(|at| projects.get(at)) {
            Some(other) => other.analytics.clone(),
            None => sample(request, env, ObjectName::analytics(key)).await.ok(),
        };
        let jobs = sample(request, env, ObjectName::jobs(project.id.as_str())).await.ok();
        keys.push(key);
        projects.push(ProjectSamples { project: project.id.clone(), jobs, analytics });
    }
    Ok(Reply::text(200, text(VERSION, &projects)).header("Content-Type", CONTENT_TYPE))
}

/// The sample of an object.
pub(crate) async fn sample(
    request: &IncomingRequest,
    env: &Env,
    object: ObjectName<'_>,
) -> Result<Sample, Failure> {
    Ok(docket_wire::json::from_str(&objects::read(env, object, request, PATH).await?)?)
}
