//! The pages of the console: their paths as links have them. [`PageMatch`](docket_wire::PageMatch) reads them.

use std::fmt;

use docket_wire::{AuditQuery, InboxSubject, JobFilter, JobId, ProjectId, SubmissionId};
use leptos_router::NavigateOptions;
use percent_encoding::percent_decode_str;

use super::{encode, query};
use crate::format::analytics::VisitorsView;

/// Begins the fragment of a submission.
const SUBMISSION: &str = "submission-";

#[derive(Debug, Clone, Copy)]
pub(crate) enum Page<'a> {
    /// Redirects to a project.
    Home,
    /// The sign-in form, which leads on to `return_to`.
    SignIn {
        return_to: Option<&'a str>,
    },
    /// Who has access.
    Access,
    /// One's own sessions.
    Sessions,
    /// The state of the deployment and of its projects.
    Settings,
    Jobs(&'a ProjectId),
    /// The jobs of a project that match a filter.
    FilteredJobs(&'a ProjectId, &'a JobFilter),
    /// A prompt without a job, above a project's jobs.
    Submission(&'a ProjectId, &'a SubmissionId),
    /// A person's inbox of a project.
    Inbox(&'a ProjectId),
    Job(&'a ProjectId, &'a JobId),
    Visitors(&'a ProjectId),
    Templates(&'a ProjectId),
    /// A project's page of jobs for many pages.
    Batch(&'a ProjectId),
    /// The entries of a project's audit log that match a query; without a project, those of the page about access.
    Audit(Option<&'a ProjectId>, &'a AuditQuery),
    /// A view of a project's visitors.
    Figures(&'a ProjectId, &'a VisitorsView),
}

impl<'a> Page<'a> {
    /// The page that an item of the inbox is about.
    pub(crate) fn of_subject(project: &'a ProjectId, subject: &'a InboxSubject) -> Self {
        match subject {
            InboxSubject::Job(job) => Self::Job(project, job),
            InboxSubject::Submission(submission) => Self::Submission(project, submission),
        }
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Home => f.write_str("/"),
            Self::SignIn { return_to: None } => f.write_str("/sign-in"),
            Self::SignIn { return_to: Some(path) } => write!(f, "/sign-in?return={}", encode(path)),
            Self::Access => f.write_str("/access"),
            Self::Sessions => f.write_str("/sessions"),
            Self::Settings => f.write_str("/settings"),
            Self::Jobs(project) => write!(f, "/p/{}/jobs", encode(project.as_str())),
            Self::FilteredJobs(project, filter) => {
                write!(f, "/p/{}/jobs", encode(project.as_str()))?;
                query(f, &filter.pairs())
            }
            Self::Submission(project, submission) => {
                write!(f, "{}#{SUBMISSION}{}", Self::Jobs(project), encode(submission.as_str()))
            }
            Self::Inbox(project) => write!(f, "/p/{}/inbox", encode(project.as_str())),
            Self::Job(project, job) => {
                write!(f, "/p/{}/jobs/{}", encode(project.as_str()), encode(job.as_str()))
            }
            Self::Visitors(project) => write!(f, "/p/{}/visitors", encode(project.as_str())),
            Self::Templates(project) => write!(f, "/p/{}/templates", encode(project.as_str())),
            Self::Batch(project) => write!(f, "/p/{}/batch", encode(project.as_str())),
            Self::Audit(project, filter) => {
                match project {
                    Some(project) => write!(f, "/p/{}/audit", encode(project.as_str()))?,
                    None => write!(f, "{}", Self::Access)?,
                }
                query(f, &filter.pairs())
            }
            Self::Figures(project, view) => {
                write!(f, "{}", Self::Visitors(project))?;
                query(f, &view.pairs())
            }
        }
    }
}

/// Replaces the current entry of the history, so that the back button skips it.
pub(crate) fn redirect() -> NavigateOptions {
    NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() }
}

/// Adds an entry to the history, and keeps the place in the page.
pub(crate) fn step() -> NavigateOptions {
    NavigateOptions { scroll: false, ..NavigateOptions::default() }
}

/// A path with its query.
pub(crate) fn with_query(path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    format!("{path}{separator}{query}")
}

/// The path to open after the sign-in: the one that [`Page::SignIn`] was built with, if it is on this site.
pub(crate) fn return_to(query: &str) -> Option<String> {
    internal(&parameter(query, "return")?).map(str::to_owned)
}

/// A parameter of the query. The router's own map of parameters decodes twice, which changes values that contain a
/// percent sign.
pub(crate) fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    percent_decode_str(&value.replace('+', " ")).decode_utf8().ok().map(Into::into)
}

/// The submission that the fragment of a URL names.
pub(crate) fn submission(fragment: &str) -> Option<SubmissionId> {
    let id = fragment.trim_start_matches('#').strip_prefix(SUBMISSION)?;
    percent_decode_str(id).decode_utf8().ok()?.parse().ok()
}

/// A browser resolves `//host`, `/\host` and paths with tabs in them to other sites.
fn internal(path: &str) -> Option<&str> {
    let is_on_this_site = path.starts_with('/') && !path.starts_with("//");
    let is_plain = !path.contains(|c: char| c == '\\' || c.is_control());
    let is_other_page = path.split(['?', '#']).next() != Some("/sign-in");
    (is_on_this_site && is_plain && is_other_page).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::analytics::DateRange;
    use crate::paths::PageMatch;

    #[test]
    fn every_page_has_a_path() {
        let project: ProjectId = "acme-docs".parse().unwrap();
        let job: JobId = "job:é@1".parse().unwrap();
        let submission: SubmissionId = "sub_1".parse().unwrap();
        let preset = VisitorsView::default();
        let zone = docket_wire::ZoneName::try_from("Europe/Berlin".to_owned()).unwrap();
        let october = DateRange::parse("2026-10-01", "2026-10-31", &zone).unwrap();
        let october = VisitorsView { range: october, zone, ..VisitorsView::default() };
        let filter = JobFilter {
            status: Some(docket_wire::JobStatus::Active),
            text: Some("a & b".into()),
            hidden: true,
            ..JobFilter::default()
        };
        let refused = AuditQuery { refused: Some(true), ..AuditQuery::default() };
        let cases = [
            (Page::Home, "/"),
            (Page::SignIn { return_to: None }, "/sign-in"),
            (
                Page::SignIn { return_to: Some("/p/a/visitors?page=2") },
                "/sign-in?return=%2Fp%2Fa%2Fvisitors%3Fpage%3D2",
            ),
            (Page::Access, "/access"),
            (Page::Sessions, "/sessions"),
            (Page::Settings, "/settings"),
            (Page::Jobs(&project), "/p/acme-docs/jobs"),
            (
                Page::FilteredJobs(&project, &filter),
                "/p/acme-docs/jobs?status=active&q=a%20%26%20b&hidden=true",
            ),
            (Page::Job(&project, &job), "/p/acme-docs/jobs/job%3A%C3%A9%401"),
            (Page::Submission(&project, &submission), "/p/acme-docs/jobs#submission-sub_1"),
            (Page::Inbox(&project), "/p/acme-docs/inbox"),
            (Page::Visitors(&project), "/p/acme-docs/visitors"),
            (Page::Templates(&project), "/p/acme-docs/templates"),
            (Page::Batch(&project), "/p/acme-docs/batch"),
            (Page::Audit(Some(&project), &AuditQuery::default()), "/p/acme-docs/audit"),
            (Page::Audit(None, &refused), "/access?refused=true"),
            (Page::Figures(&project, &preset), "/p/acme-docs/visitors?range=30d"),
            (
                Page::Figures(&project, &october),
                "/p/acme-docs/visitors?from=2026-10-01&to=2026-10-31&zone=Europe%2FBerlin",
            ),
        ];
        for (page, url) in cases {
            assert_eq!(page.to_string(), url);
        }
        let matched = cases.map(|(_, url)| {
            let path = url.split(['?', '#']).next().unwrap_or_default();
            std::mem::discriminant(&PageMatch::from_path(path))
        });
        for path in PageMatch::PATHS {
            let page = PageMatch::from_path(path);
            assert_ne!(page, PageMatch::NotFound, "{path}");
            assert!(matched.contains(&std::mem::discriminant(&page)), "no case above has the path {path}");
        }
    }

    #[test]
    fn the_sign_in_returns_to_the_page_that_required_it() {
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
    fn a_fragment_names_a_submission() {
        assert_eq!(submission("#submission-sub_1"), "sub_1".parse().ok());
        for fragment in ["", "#", "#main", "#submission-", "#submission-%FF"] {
            assert_eq!(submission(fragment), None, "{fragment}");
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
    fn the_sign_in_returns_only_to_internal_paths() {
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
