//! The pages of the console. The app shows the page of a path; the edge serves the app under the paths of its pages only.

use std::str::FromStr;

use percent_encoding::percent_decode_str;

use crate::{JobId, ProjectId};

/// The page that a path of the address bar belongs to. The page itself reads the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageMatch {
    /// The start page.
    Home,
    /// The sign-in form.
    SignIn,
    /// A project's jobs.
    Jobs(ProjectId),
    /// One job.
    Job(ProjectId, JobId),
    /// A project's visitors.
    Visitors(ProjectId),
    /// No page.
    NotFound,
}

impl PageMatch {
    /// Matches a path as it is in the address bar, percent-encoded.
    pub fn from_path(path: &str) -> Self {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let page = match segments.as_slice() {
            [] => Some(Self::Home),
            ["sign-in"] => Some(Self::SignIn),
            ["p", project, "jobs"] => decode(project).map(Self::Jobs),
            ["p", project, "jobs", job] => decode(project).zip(decode(job)).map(|(p, j)| Self::Job(p, j)),
            ["p", project, "visitors"] => decode(project).map(Self::Visitors),
            _ => None,
        };
        page.unwrap_or(Self::NotFound)
    }

    /// The project of the page.
    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            Self::Jobs(project) | Self::Job(project, _) | Self::Visitors(project) => Some(project),
            Self::Home | Self::SignIn | Self::NotFound => None,
        }
    }
}

fn decode<T: FromStr>(segment: &str) -> Option<T> {
    percent_decode_str(segment).decode_utf8().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_belongs_to_a_page() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job:é@1".parse().unwrap();
        let cases = [
            ("/", PageMatch::Home),
            ("/sign-in", PageMatch::SignIn),
            ("/p/acme-docs/jobs", PageMatch::Jobs(project.clone())),
            ("/p/acme-docs/jobs/job%3A%C3%A9%401", PageMatch::Job(project.clone(), job)),
            ("/p/acme-docs/visitors/", PageMatch::Visitors(project)),
        ];
        for (path, page) in cases {
            assert_eq!(PageMatch::from_path(path), page, "{path}");
        }
    }

    #[test]
    fn any_other_path_belongs_to_none() {
        for path in [
            "/p",
            "/p/acme-docs",
            "/p/a/jobs/b/c",
            "/p/%2F/jobs",
            "/p/a/jobs/%FF",
            "/sign-out",
            "/docket-app-0123456789abcdef.js",
        ] {
            assert_eq!(PageMatch::from_path(path), PageMatch::NotFound, "{path}");
        }
    }
}
