//! `GET /api/projects/{project}/status` and `/retention`: what the Worker knows of the key, and what each object reports
//! about itself.

use docket_core::auth::caller::Caller;
use docket_core::settings::ProjectSettings;
use docket_wire::{ProjectId, Right};
use worker::Env;

use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::{ObjectName, SentRead, own_url};
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::upstream;

/// Reports on a project. If an object fails, the report says so and has the others.
pub(crate) async fn report(
    RequestContext { request, env, settings }: RequestContext<'_>,
    project: &ProjectId,
    caller: &Caller,
) -> Result<Reply, Failure> {
    let configured = crate::settings::project(settings, project)?;
    let (jobs, analytics) = read_objects(request, env, configured, caller, request.target().path).await;
    // The objects' own JSON is passed on as it is.
    let key = serde_json::to_string(&upstream::key_status(configured, env))?;
    let mut body = format!(r#"{{"key":{key},"jobs":{}"#, state(jobs, request)?);
    if let Some(analytics) = analytics {
        body.push_str(&format!(r#","analytics":{}"#, state(analytics, request)?));
    }
    body.push('}');
    Ok(Reply::json_text(200, body))
}

/// The responses of a project's objects under a path: of its jobs, and of its analytics if the caller may read them.
async fn read_objects(
    request: &IncomingRequest,
    env: &Env,
    project: &ProjectSettings,
    caller: &Caller,
    path: &str,
) -> (Result<String, Failure>, Option<Result<String, Failure>>) {
    let url = own_url(request, path);
    let send = |object| SentRead::send(env, object, request, &url);
    let jobs = send(ObjectName::jobs(project.id.as_str()));
    let may_read = caller.may(Right::VisitorsRead, Some(&project.id));
    let analytics = may_read.then(|| send(ObjectName::analytics(&project.key_secret)));
    let jobs = jobs.body(env).await;
    match analytics {
        Some(analytics) => (jobs, Some(analytics.body(env).await)),
        None => (jobs, None),
    }
}

/// Reports how long a project's data is stored, and what retention would delete.
pub(crate) async fn report_retention(
    RequestContext { request, env, settings }: RequestContext<'_>,
    project: &ProjectId,
    caller: &Caller,
) -> Result<Reply, Failure> {
    let configured = crate::settings::project(settings, project)?;
    let target = request.target();
    let path = format!("{}?{}", target.path, target.query);
    let (jobs, analytics) = read_objects(request, env, configured, caller, &path).await;
    let analytics =
        analytics.transpose()?.map(|analytics| format!(r#","analytics":{analytics}"#)).unwrap_or_default();
    Ok(Reply::json_text(200, format!(r#"{{"jobs":{}{analytics}}}"#, jobs?)))
}

/// An object's status, or why it has none, in the form of `JobsAvailability` and `AnalyticsAvailability`.
fn state(read: Result<String, Failure>, request: &IncomingRequest) -> Result<String, Failure> {
    Ok(match read {
        Ok(status) => format!(r#"{{"available":{status}}}"#),
        Err(failure) => {
            failure.log(&request.id);
            format!(r#"{{"unavailable":{}}}"#, serde_json::to_string(&failure.reason())?)
        }
    })
}
