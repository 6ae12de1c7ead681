//! Every URL of the console and every route of the edge that it asks, built and read in one place.
//!
//! Pages are what the address bar shows, and routes are what is read from it; endpoints are what is fetched.

use std::fmt;

use std::str::FromStr;

use docket_wire::{JobFilter, JobId, ProjectId, SubmissionId};
use leptos_router::NavigateOptions;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::format::analytics::VisitorsView;

/// What RFC 3986 leaves unreserved.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A page of the console.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Page<'a> {
    /// Leads on to a project.
    Home,
    /// Name and passphrase; afterwards on to the path given.
    SignIn { return_to: Option<&'a str> },
    /// A project's jobs.
    Jobs(&'a ProjectId),
    /// Those of a project's jobs that match a filter.
    Found(&'a ProjectId, &'a JobFilter),
    /// One job.
    Job(&'a ProjectId, &'a JobId),
    /// A project's visitor figures.
    Visitors(&'a ProjectId),
    /// Those of a project's visitor figures that were chosen.
    Figures(&'a ProjectId, &'a VisitorsView),
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Home => f.write_str("/"),
            Self::SignIn { return_to: None } => f.write_str("/sign-in"),
            Self::SignIn { return_to: Some(path) } => write!(f, "/sign-in?return={}", encode(path)),
            Self::Jobs(project) => write!(f, "/p/{}/jobs", encode(project.as_str())),
            Self::Found(project, filter) => {
                write!(f, "/p/{}/jobs", encode(project.as_str()))?;
                query(f, &filter.pairs())
            }
            Self::Job(project, job) => {
                write!(f, "/p/{}/jobs/{}", encode(project.as_str()), encode(job.as_str()))
            }
            Self::Visitors(project) => write!(f, "/p/{}/visitors", encode(project.as_str())),
            Self::Figures(project, view) => {
                write!(f, "{}", Self::Visitors(project))?;
                query(f, &view.pairs())
            }
        }
    }
}

/// What a path of the address bar leads to; its query is read by the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    /// Leads on to a project.
    Home,
    /// Name and passphrase.
    SignIn,
    /// A project's jobs.
    Jobs(ProjectId),
    /// One job.
    Job(ProjectId, JobId),
    /// A project's visitor figures.
    Visitors(ProjectId),
    /// Nothing.
    Nowhere,
}

impl Route {
    /// Reads a path as it is in the address bar, percent-encoded.
    pub(crate) fn read(path: &str) -> Self {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let route = match segments.as_slice() {
            [] => Some(Self::Home),
            ["sign-in"] => Some(Self::SignIn),
            ["p", project, "jobs"] => decode(project).map(Self::Jobs),
            ["p", project, "jobs", job] => decode(project).zip(decode(job)).map(|(p, j)| Self::Job(p, j)),
            ["p", project, "visitors"] => decode(project).map(Self::Visitors),
            _ => None,
        };
        route.unwrap_or(Self::Nowhere)
    }

    /// The project in view.
    pub(crate) fn project(&self) -> Option<&ProjectId> {
        match self {
            Self::Jobs(project) | Self::Job(project, _) | Self::Visitors(project) => Some(project),
            Self::Home | Self::SignIn | Self::Nowhere => None,
        }
    }
}

/// A route of the edge.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Endpoint<'a> {
    /// Who am I; sign in; sign out.
    Session,
    /// Whether Docket has its settings.
    Health,
    /// The projects there are.
    Projects,
    /// A page of the jobs that match; also where a job made elsewhere is taken in.
    Jobs(&'a ProjectId, &'a JobFilter),
    /// One job with its history.
    Job(&'a ProjectId, &'a JobId),
    /// The live stream, after the revision given.
    Live(&'a ProjectId, Option<u64>),
    /// Create a job.
    CreateJob(&'a ProjectId),
    /// Follow a job up, when it rests.
    FollowUps(&'a ProjectId, &'a JobId),
    /// A submission, and what is done with it: nothing more, `/match` or `/resend`.
    Submission(&'a ProjectId, &'a SubmissionId, &'static str),
    /// Visitor figures: which, and with what parameters.
    Visitors(&'a ProjectId, &'static str, &'a [(&'static str, String)]),
}

impl fmt::Display for Endpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Session => f.write_str("/api/session"),
            Self::Health => f.write_str("/api/health"),
            Self::Projects => f.write_str("/api/projects"),
            Self::Jobs(project, filter) => {
                write!(f, "/api/projects/{}/jobs", encode(project.as_str()))?;
                query(f, &filter.pairs())
            }
            Self::Job(project, job) => {
                write!(f, "/api/projects/{}/jobs/{}", encode(project.as_str()), encode(job.as_str()))
            }
            Self::Live(project, since) => {
                write!(f, "/api/projects/{}/live", encode(project.as_str()))?;
                let since = since.map(|revision| ("since", revision.to_string()));
                query(f, since.as_slice())
            }
            Self::CreateJob(project) => write!(f, "/v2/agent/{}/job", encode(project.as_str())),
            Self::FollowUps(project, job) => write!(f, "{}/follow-ups", Self::Job(project, job)),
            Self::Submission(project, submission, deed) => {
                let submission = encode(submission.as_str());
                write!(f, "/api/projects/{}/submissions/{submission}{deed}", encode(project.as_str()))
            }
            Self::Visitors(project, what, pairs) => {
                write!(f, "/api/projects/{}/visitors/{what}", encode(project.as_str()))?;
                query(f, pairs)
            }
        }
    }
}

fn encode(text: &str) -> impl fmt::Display + '_ {
    utf8_percent_encode(text, COMPONENT)
}

fn decode<T: FromStr>(segment: &str) -> Option<T> {
    percent_decode_str(segment).decode_utf8().ok()?.parse().ok()
}

fn query(f: &mut fmt::Formatter<'_>, pairs: &[(&'static str, String)]) -> fmt::Result {
    for (index, (name, value)) in pairs.iter().enumerate() {
        let separator = if index == 0 { '?' } else { '&' };
        write!(f, "{separator}{name}={}", encode(value))?;
    }
    Ok(())
}

/// For going to a page that this one only leads on to: the way back skips it.
pub(crate) fn redirect() -> NavigateOptions {
    NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() }
}

/// Path and query as one URL.
pub(crate) fn with_query(path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    format!("{path}{separator}{query}")
}

/// The path to go on to after signing in: what [`Page::SignIn`] was built with, if it is one of the console's own.
///
pub(crate) fn return_to(query: &str) -> Option<String> {
    internal(&parameter(query, "return")?).map(str::to_owned)
}

/// A parameter of the query as it is in the address bar: the router's map of parameters decodes twice, which would
/// change what has a percent sign in it.
pub(crate) fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    percent_decode_str(&value.replace('+', " ")).decode_utf8().ok().map(Into::into)
}

/// A browser resolves `//host`, `/\host` and paths with tabs in them to other sites.
fn internal(path: &str) -> Option<&str> {
    let on_this_site = path.starts_with('/') && !path.starts_with("//");
    let plain = !path.contains(|c: char| c == '\\' || c.is_control());
    let elsewhere = path.split(['?', '#']).next() != Some("/sign-in");
    (on_this_site && plain && elsewhere).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::analytics::DateRange;

    #[test]
    fn pages() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job:é@1".parse().unwrap();
        let preset = VisitorsView::default();
        let zone = docket_wire::ZoneName::try_from("Europe/Berlin".to_owned()).unwrap();
        let october = DateRange::parse("2026-10-01", "2026-10-31", &zone).unwrap();
        let october = VisitorsView { range: october, zone, ..VisitorsView::default() };
        let found = JobFilter {
            status: Some(docket_wire::JobStatus::Active),
            text: Some("a & b".into()),
            hidden: true,
            ..JobFilter::default()
        };
        let cases = [
            (Page::Home, "/"),
            (Page::SignIn { return_to: None }, "/sign-in"),
            (
                Page::SignIn { return_to: Some("/p/a/visitors?page=2") },
                "/sign-in?return=%2Fp%2Fa%2Fvisitors%3Fpage%3D2",
            ),
            (Page::Jobs(&project), "/p/acme-docs/jobs"),
            (Page::Found(&project, &found), "/p/acme-docs/jobs?status=active&q=a%20%26%20b&hidden=true"),
            (Page::Job(&project, &job), "/p/acme-docs/jobs/job%3A%C3%A9%401"),
            (Page::Visitors(&project), "/p/acme-docs/visitors"),
            (Page::Figures(&project, &preset), "/p/acme-docs/visitors?range=30d"),
            (
                Page::Figures(&project, &october),
                "/p/acme-docs/visitors?from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin",
            ),
        ];
        for (page, url) in cases {
            assert_eq!(page.to_string(), url);
        }
    }

    #[test]
    fn paths_lead_where_they_were_built_for() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job:é@1".parse().unwrap();
        let cases = [
            (Page::Home.to_string(), Route::Home),
            (Page::SignIn { return_to: None }.to_string(), Route::SignIn),
            (Page::Jobs(&project).to_string(), Route::Jobs(project.clone())),
            (Page::Job(&project, &job).to_string(), Route::Job(project.clone(), job)),
            ("/p/acme-docs/visitors/".to_owned(), Route::Visitors(project)),
        ];
        for (path, route) in cases {
            assert_eq!(Route::read(&path), route, "{path}");
        }
        for nowhere in ["/p", "/p/acme-docs", "/p/a/jobs/b/c", "/p/%2F/jobs", "/p/a/jobs/%FF", "/sign-out"] {
            assert_eq!(Route::read(nowhere), Route::Nowhere, "{nowhere}");
        }
    }

    #[test]
    fn endpoints() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job_1".parse().unwrap();
        let rows = [("from", "2026-10-01".to_owned()), ("q", "a b".to_owned())];
        let plain = JobFilter::default();
        let older = JobFilter { before: Some(job.clone()), ..JobFilter::default() };
        let submission: SubmissionId = "sub_1".parse().unwrap();
        let cases = [
            (Endpoint::Session, "/api/session"),
            (Endpoint::Health, "/api/health"),
            (Endpoint::Projects, "/api/projects"),
            (Endpoint::Jobs(&project, &plain), "/api/projects/acme-docs/jobs"),
            (Endpoint::Jobs(&project, &older), "/api/projects/acme-docs/jobs?before=job_1"),
            (Endpoint::Job(&project, &job), "/api/projects/acme-docs/jobs/job_1"),
            (Endpoint::Live(&project, None), "/api/projects/acme-docs/live"),
            (Endpoint::Live(&project, Some(7)), "/api/projects/acme-docs/live?since=7"),
            (Endpoint::CreateJob(&project), "/v2/agent/acme-docs/job"),
            (Endpoint::FollowUps(&project, &job), "/api/projects/acme-docs/jobs/job_1/follow-ups"),
            (Endpoint::Submission(&project, &submission, ""), "/api/projects/acme-docs/submissions/sub_1"),
            (
                Endpoint::Submission(&project, &submission, "/resend"),
                "/api/projects/acme-docs/submissions/sub_1/resend",
            ),
            (
                Endpoint::Visitors(&project, "rows", &rows),
                "/api/projects/acme-docs/visitors/rows?from=2026-10-01&q=a%20b",
            ),
        ];
        for (endpoint, url) in cases {
            assert_eq!(endpoint.to_string(), url);
        }
    }

    #[test]
    fn what_is_returned_to_is_what_was_left() {
        for path in [
            "/p/acme/jobs/job%3A%C3%A9",
            "/p/acme/visitors?from=2026-10-01&to=2026-10-31",
            "/p/a/jobs?q=a%26b",
        ] {
            let page = Page::SignIn { return_to: Some(path) }.to_string();
            let (_, query) = page.split_once('?').unwrap();
            assert_eq!(return_to(query).as_deref(), Some(path));
        }
        for query in ["", "return=", "return=%2F%2Fevil.example", "return=%FF", "to=%2F"] {
            assert_eq!(return_to(query), None, "{query}");
        }
    }

    #[test]
    fn parameters_are_decoded_once() {
        let query = "?q=50%25+%26+more&hidden=true&empty=";
        assert_eq!(parameter(query, "q").as_deref(), Some("50% & more"));
        assert_eq!(parameter(query, "empty").as_deref(), Some(""));
        assert_eq!(parameter(query, "absent"), None);
        assert_eq!(parameter("q=%FF", "q"), None);
    }

    #[test]
    fn only_internal_paths_are_returned_to() {
        for good in ["/", "/p/a/jobs", "/p/a/visitors?from=2026-01-01#x"] {
            assert_eq!(internal(good), Some(good));
        }
        for bad in [
            "",
            "p/a",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/sign-in",
            "/sign-in?return=/",
        ] {
            assert_eq!(internal(bad), None, "{bad}");
        }
    }
}
