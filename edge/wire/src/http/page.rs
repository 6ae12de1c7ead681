//! The pages of the console. The app shows the page of a path; the edge serves the app under the paths of its pages
//! only.

use std::str::FromStr;

use percent_encoding::percent_decode_str;

use crate::{JobId, ProjectId};

/// Makes [`PageMatch`] of rows: variant, the identifiers from its path, and the path's segments.
macro_rules! pages {
    ($(
        $(#[$doc:meta])*
        $variant:ident $(($($field:ident: $type:ty),+))? = [$($segment:tt),*];
    )+) => {
        /// The page that a path of the address bar belongs to. The page itself reads the query.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum PageMatch {
            $(
                $(#[$doc])*
                $variant $(($($type),+))?,
            )+
            /// No page.
            NotFound,
        }

        impl PageMatch {
            /// A path of every page, with the names of its identifiers in their place.
            pub const PATHS: &[&str] = &[$(concat!("/", $(pages!(@segment $segment), "/"),*)),+];

            /// Matches a path as it is in the address bar, percent-encoded.
            #[must_use]
            pub fn from_path(path: &str) -> Self {
                let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
                let page = || match segments.as_slice() {
                    $([$($segment),*] => Some(Self::$variant $(($(decode($field)?),+))?),)+
                    _ => None,
                };
                page().unwrap_or(Self::NotFound)
            }
        }
    };
    (@segment $literal:literal) => { $literal };
    (@segment $field:ident) => { stringify!($field) };
}

pages! {
    /// The start page.
    Home = [];
    /// The sign-in form.
    SignIn = ["sign-in"];
    /// Who has access.
    Access = ["access"];
    /// The caller's own sessions.
    Sessions = ["sessions"];
    /// The state of the deployment and of its projects.
    Settings = ["settings"];
    /// A project's jobs.
    Jobs(project: ProjectId) = ["p", project, "jobs"];
    /// A person's inbox of a project.
    Inbox(project: ProjectId) = ["p", project, "inbox"];
    /// One job.
    Job(project: ProjectId, job: JobId) = ["p", project, "jobs", job];
    /// A project's visitors.
    Visitors(project: ProjectId) = ["p", project, "visitors"];
    /// A project's prompt templates.
    Templates(project: ProjectId) = ["p", project, "templates"];
    /// A project's page of jobs for many pages.
    Batch(project: ProjectId) = ["p", project, "batch"];
    /// A project's audit log.
    Audit(project: ProjectId) = ["p", project, "audit"];
}

impl PageMatch {
    /// The project of the page.
    #[must_use]
    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            Self::Jobs(project)
            | Self::Inbox(project)
            | Self::Job(project, _)
            | Self::Visitors(project)
            | Self::Templates(project)
            | Self::Batch(project)
            | Self::Audit(project) => Some(project),
            Self::Home | Self::SignIn | Self::Access | Self::Sessions | Self::Settings | Self::NotFound => {
                None
            }
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
            ("/access", PageMatch::Access),
            ("/sessions", PageMatch::Sessions),
            ("/settings", PageMatch::Settings),
            ("/p/acme-docs/jobs", PageMatch::Jobs(project.clone())),
            ("/p/acme-docs/jobs/job%3A%C3%A9%401", PageMatch::Job(project.clone(), job)),
            ("/p/acme-docs/inbox", PageMatch::Inbox(project.clone())),
            ("/p/acme-docs/visitors/", PageMatch::Visitors(project.clone())),
            ("/p/acme-docs/templates", PageMatch::Templates(project.clone())),
            ("/p/acme-docs/audit", PageMatch::Audit(project)),
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
