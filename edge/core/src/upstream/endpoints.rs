//! Addresses of the documentation service's operations.
//!
//! Identifiers are percent-encoded here, so that none can leave its path segment.

use docket_wire::{JobId, ProjectId, VisitorsQuery};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::base_url::{BaseUrl, is_plain_segment};

/// All characters except the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl BaseUrl {
    #[must_use]
    pub fn create_job(&self, project: &ProjectId) -> String {
        format!("{self}/v2/agent/{}/job", segment(project.as_str()))
    }

    #[must_use]
    pub fn send_message(&self, project: &ProjectId, job: &JobId) -> String {
        format!("{self}/v2/agent/{}/job/{}/message", segment(project.as_str()), segment(job.as_str()))
    }

    /// Address of the get-job operation, which the contract does not specify.
    #[must_use]
    pub fn get_job(&self, path: &JobPath, project: &ProjectId, job: &JobId) -> String {
        format!("{self}{}", path.fill(project, job))
    }

    #[must_use]
    pub fn visitors(&self, project: &ProjectId, query: &VisitorsQuery) -> String {
        let mut url = format!("{self}/v1/analytics/{}/visitors", segment(project.as_str()));
        for (index, (name, value)) in query.pairs().into_iter().enumerate() {
            url.push(if index == 0 { '?' } else { '&' });
            url.push_str(name);
            url.push('=');
            url.push_str(&segment(&value));
        }
        url
    }
}

/// Path of the get-job operation, with `{projectId}` and `{id}` once each, as whole segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPath(String);

/// Why a text is not a get-job path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a path with {{projectId}} and {{id}} once each, as whole segments, and no query")]
pub struct InvalidJobPath;

const PROJECT_PLACEHOLDER: &str = "{projectId}";
const JOB_PLACEHOLDER: &str = "{id}";

impl JobPath {
    /// Reads a path with placeholders.
    ///
    /// # Errors
    /// If it is not such a path.
    pub fn parse(text: &str) -> Result<Self, InvalidJobPath> {
        let segments = text.strip_prefix('/').ok_or(InvalidJobPath)?;
        let (mut projects, mut jobs) = (0, 0);
        for segment in segments.split('/') {
            match segment {
                PROJECT_PLACEHOLDER => projects += 1,
                JOB_PLACEHOLDER => jobs += 1,
                _ if is_plain_segment(segment) => {}
                _ => return Err(InvalidJobPath),
            }
        }
        if (projects, jobs) == (1, 1) { Ok(Self(text.to_owned())) } else { Err(InvalidJobPath) }
    }

    fn fill(&self, project: &ProjectId, job: &JobId) -> String {
        let fill = |part: &str| match part {
            PROJECT_PLACEHOLDER => segment(project.as_str()),
            JOB_PLACEHOLDER => segment(job.as_str()),
            _ => part.to_owned(),
        };
        self.0.split('/').map(fill).collect::<Vec<_>>().join("/")
    }
}

fn segment(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_job_path_has_both_placeholders_as_whole_segments() {
        for valid in
            ["/v2/agent/{projectId}/job/{id}", "/{id}/of/{projectId}", "/v1/{projectId}/agent-job/{id}"]
        {
            assert!(JobPath::parse(valid).is_ok(), "{valid}");
        }
        let bad = [
            "",
            "v2/{projectId}/{id}",
            "/{projectId}",
            "/{id}",
            "/{projectId}/{id}/{id}",
            "/{projectId}/x{id}",
            "/{projectId}//{id}",
            "/{projectId}/../{id}",
            "/{projectId}/{id}?a=b",
            "/{projectId}/{id}/",
            "/{project}/{id}",
        ];
        for bad in bad {
            assert!(JobPath::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn identifiers_are_percent_encoded() {
        let base = BaseUrl::parse("https://a.example/api/").unwrap();
        let (project, job) = ("acme docs".replace(' ', "&"), "jöb@1");
        let (project, job): (ProjectId, JobId) = (project.parse().unwrap(), job.parse().unwrap());
        assert_eq!(base.create_job(&project), "https://a.example/api/v2/agent/acme%26docs/job");
        assert_eq!(
            base.send_message(&project, &job),
            "https://a.example/api/v2/agent/acme%26docs/job/j%C3%B6b%401/message"
        );
        let path = JobPath::parse("/x/{id}/{projectId}").unwrap();
        assert_eq!(base.get_job(&path, &project, &job), "https://a.example/api/x/j%C3%B6b%401/acme%26docs");
        let query =
            VisitorsQuery::from_pairs([("dateFrom", "2026-01-01T00:00:00+01:00"), ("limit", "5")]).unwrap();
        assert_eq!(
            base.visitors(&project, &query),
            "https://a.example/api/v1/analytics/acme%26docs/visitors?dateFrom=2026-01-01T00%3A00%3A00%2B01%3A00&limit=5"
        );
    }

    proptest! {
        #[test]
        fn no_identifier_leaves_its_segment(id in "\\PC{1,40}") {
            if let (Ok(project), Ok(job)) = (id.parse::<ProjectId>(), id.parse::<JobId>()) {
                let base = BaseUrl::parse("https://a.example").unwrap();
                let url = base.send_message(&project, &job);
                prop_assert_eq!(url.matches('/').count(), 8);
                prop_assert!(url.bytes().all(|b| b.is_ascii_graphic() && !b"?#\\".contains(&b)));
            }
        }
    }
}
