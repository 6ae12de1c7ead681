//! What the objects of projects report of themselves, all asked at the same time.

use docket_core::metrics::Sample;
use docket_core::settings::ProjectSettings;
use worker::Env;

use crate::http::failure::Failure;
use crate::http::objects::{ObjectName, SentRead, own_url};
use crate::http::request::IncomingRequest;

/// The path at which the objects report their samples: the one of the metrics.
const PATH: &str = "/api/metrics";

/// The samples of a project's objects.
pub(crate) struct SampledProject<'a> {
    pub(crate) project: &'a ProjectSettings,
    pub(crate) jobs: Result<Sample, Failure>,
    /// Of the admin key; `None` if a project before this one has the same key, because each object is asked once.
    pub(crate) analytics: Option<Result<Sample, Failure>>,
    /// The position of the first project with the same admin key.
    pub(crate) first_of_key: usize,
}

/// Asks the objects of the projects that `may_see` selects. Not generic, because each caller would have its own copy.
pub(crate) async fn read<'a>(
    request: &IncomingRequest,
    env: &Env,
    projects: &'a [ProjectSettings],
    may_see: &dyn Fn(&ProjectSettings) -> bool,
) -> Vec<SampledProject<'a>> {
    let url = own_url(request, PATH);
    let send = |object| SentRead::send(env, object, request, &url);
    let mut sent: Vec<(&ProjectSettings, SentRead<'_>, Option<SentRead<'_>>, usize)> = Vec::new();
    for project in projects.iter().filter(|project| may_see(project)) {
        let jobs = send(ObjectName::jobs(project.id.as_str()));
        let key = project.key_secret.as_str();
        let earlier = sent.iter().position(|(other, ..)| other.key_secret == key);
        let analytics = earlier.is_none().then(|| send(ObjectName::analytics(key)));
        sent.push((project, jobs, analytics, earlier.unwrap_or(sent.len())));
    }
    let mut sampled = Vec::with_capacity(sent.len());
    for (project, jobs, analytics, first_of_key) in sent {
        let jobs = sample(jobs, request, env).await;
        let analytics = match analytics {
            Some(analytics) => Some(sample(analytics, request, env).await),
            None => None,
        };
        sampled.push(SampledProject { project, jobs, analytics, first_of_key });
    }
    sampled
}

async fn sample(read: SentRead<'_>, request: &IncomingRequest, env: &Env) -> Result<Sample, Failure> {
    let sample = async { Ok(docket_wire::json::from_str(&read.body(env).await?)?) };
    sample.await.inspect_err(|failure: &Failure| failure.log(&request.id))
}
