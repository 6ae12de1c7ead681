//! `GET /api/metrics`: what the objects of the caller's projects have counted.

use docket_core::auth::caller::Caller;
use docket_core::metrics::{CONTENT_TYPE, ProjectSamples, text};
use docket_core::settings::ProjectSettings;
use docket_wire::Right;

use super::VERSION;
use super::samples::{self, SampledProject};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::reply::Reply;

/// Reports on the projects in which the caller has the right. Projects that share an admin key share its data.
pub(crate) async fn report(
    RequestContext { request, env, settings }: RequestContext<'_>,
    caller: &Caller,
) -> Result<Reply, Failure> {
    let may_read = |project: &ProjectSettings| caller.may(Right::MetricsRead, Some(&project.id));
    let sampled = samples::read(request, env, &settings.projects, &may_read).await;
    let mut projects: Vec<ProjectSamples> = Vec::with_capacity(sampled.len());
    for SampledProject { project, jobs, analytics, first_of_key } in sampled {
        let analytics = match analytics {
            Some(analytics) => analytics.ok(),
            None => projects.get(first_of_key).and_then(|first| first.analytics.clone()),
        };
        projects.push(ProjectSamples { project: project.id.clone(), jobs: jobs.ok(), analytics });
    }
    Ok(Reply::text(200, text(VERSION, &projects)).header("Content-Type", CONTENT_TYPE))
}
