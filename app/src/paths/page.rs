//! The pages of the console: their paths as links have them. [`PageMatch`](docket_wire::PageMatch) reads them.

use std::fmt;

use docket_wire::{AuditQuery, InboxSubject, JobFilter, JobId, ProjectId, SubmissionId};

use super::{encode, query};
use crate::format::analytics::VisitorsView;

/// Begins the fragment of a submission.
pub(super) const SUBMISSION: &str = "submission-";

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
    VisitorsView(&'a ProjectId, &'a VisitorsView),
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
            Self::VisitorsView(project, view) => {
                write!(f, "{}", Self::Visitors(project))?;
                query(f, &view.pairs())
            }
        }
    }
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
            (Page::VisitorsView(&project, &preset), "/p/acme-docs/visitors?range=30d"),
            (
                Page::VisitorsView(&project, &october),
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
}
