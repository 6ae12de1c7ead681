//! Addresses of the documentation service's operations.
//!
//! Identifiers are percent-encoded here, so that none can leave its path segment.

use std::fmt;

use docket_wire::{JobId, ProjectId, VisitorsQuery};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// All characters except the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Base URL of a server: scheme, host, port, and a path prefix without a trailing slash.
///
/// `http` is allowed only for this machine. It has no user, query or fragment, so that nothing appended to it can change
/// the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    origin_len: usize,
}

/// Why a text is not a base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBaseUrl {
    /// Another scheme, or none.
    #[error("must begin with https:// (or http:// for this machine)")]
    Scheme,
    /// `http` for another machine: the admin key would be sent unencrypted.
    #[error("must be https, except for localhost, 127.0.0.1 and [::1]")]
    Insecure,
    /// No host, a user, an invalid port, or an invalid character.
    #[error("must name a host, with an optional port and without a user")]
    Host,
    /// A query, a fragment, or a path that a URL parser would change.
    #[error("must have a plain path, without query, fragment, empty or dot segments")]
    Path,
}

/// Why a text is not an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOrigin {
    /// It is not even a base URL.
    #[error(transparent)]
    Url(#[from] InvalidBaseUrl),
    /// It has a path.
    #[error("must be an origin: scheme, host and port without a path")]
    Path,
}

impl BaseUrl {
    /// Reads a base URL.
    ///
    /// # Errors
    /// Names the invalid part.
    pub fn parse(text: &str) -> Result<Self, InvalidBaseUrl> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidBaseUrl::Scheme)?;
        let is_secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(InvalidBaseUrl::Scheme),
        };
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let host = host(authority).ok_or(InvalidBaseUrl::Host)?;
        if !is_secure && !is_loopback(host) {
            return Err(InvalidBaseUrl::Insecure);
        }
        let path = path.strip_suffix('/').unwrap_or(path);
        if !path.is_empty() && !path.split('/').skip(1).all(is_plain_segment) {
            return Err(InvalidBaseUrl::Path);
        }
        // The form that a URL parser gives it, so that it can be compared with an Origin header.
        let origin = format!("{scheme}://{}", authority.to_ascii_lowercase());
        let default_port = if is_secure { ":443" } else { ":80" };
        let origin = origin.strip_suffix(default_port).unwrap_or(&origin);
        Ok(Self { text: format!("{origin}{path}"), origin_len: origin.len() })
    }

    /// Reads a base URL without a path.
    ///
    /// # Errors
    /// Names the invalid part.
    pub fn parse_origin(text: &str) -> Result<Self, InvalidOrigin> {
        let url = Self::parse(text)?;
        if url.has_path() { Err(InvalidOrigin::Path) } else { Ok(url) }
    }

    /// Scheme, host and port, as in an `Origin` header.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.text.get(..self.origin_len).unwrap_or(&self.text)
    }

    /// Whether a path follows the origin.
    #[must_use]
    pub fn has_path(&self) -> bool {
        self.text.len() > self.origin_len
    }

    /// Address of the create operation.
    #[must_use]
    pub fn create_job(&self, project: &ProjectId) -> String {
        format!("{self}/v2/agent/{}/job", segment(project.as_str()))
    }

    /// Address of the message operation.
    #[must_use]
    pub fn send_message(&self, project: &ProjectId, job: &JobId) -> String {
        format!("{self}/v2/agent/{}/job/{}/message", segment(project.as_str()), segment(job.as_str()))
    }

    /// Address of the get-job operation, which the contract does not specify.
    #[must_use]
    pub fn get_job(&self, path: &JobPath, project: &ProjectId, job: &JobId) -> String {
        format!("{self}{}", path.fill(project, job))
    }

    /// Address of the visitors operation.
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

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
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

/// Whether a segment needs no encoding and no URL parser removes it.
fn is_plain_segment(segment: &str) -> bool {
    !matches!(segment, "" | "." | "..")
        && segment.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&b))
}

/// The host of `host[:port]`, if both are valid.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = if authority.starts_with('[') {
        let end = authority.find(']')? + 1;
        let (host, port) = authority.split_at(end);
        host.trim_matches(['[', ']']).parse::<std::net::Ipv6Addr>().ok()?;
        (host, (!port.is_empty()).then(|| port.strip_prefix(':')).map(Option::unwrap_or_default))
    } else {
        let (host, port) =
            authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
        let plain = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b));
        if !plain {
            return None;
        }
        (host, port)
    };
    match port {
        Some(port) if !port.bytes().all(|b| b.is_ascii_digit()) || port.parse::<u16>().is_err() => None,
        _ => Some(host),
    }
}

/// Whether a host (without port) is this machine.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host == "[::1]"
        || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn base_urls_are_normalised_or_refused() {
        let cases = [
            ("https://api.example.com", Ok("https://api.example.com")),
            ("https://API.example.com/", Ok("https://api.example.com")),
            ("https://api.example.com:443/x", Ok("https://api.example.com/x")),
            ("https://api.example.com:8443/a/b/", Ok("https://api.example.com:8443/a/b")),
            ("http://localhost:4010", Ok("http://localhost:4010")),
            ("http://127.0.0.1:4010/x", Ok("http://127.0.0.1:4010/x")),
            ("http://[::1]:4010", Ok("http://[::1]:4010")),
            ("http://api.example.com", Err(InvalidBaseUrl::Insecure)),
            ("http://127.0.0.1.example.com", Err(InvalidBaseUrl::Insecure)),
            ("http://localhost@example.com", Err(InvalidBaseUrl::Host)),
            ("https://user:pass@example.com", Err(InvalidBaseUrl::Host)),
            ("https://", Err(InvalidBaseUrl::Host)),
            ("https://:80", Err(InvalidBaseUrl::Host)),
            ("https://a:99999", Err(InvalidBaseUrl::Host)),
            ("https://a:", Err(InvalidBaseUrl::Host)),
            ("https://a b", Err(InvalidBaseUrl::Host)),
            ("https://a?x", Err(InvalidBaseUrl::Host)),
            ("https://a#x", Err(InvalidBaseUrl::Host)),
            ("https://a\\b", Err(InvalidBaseUrl::Host)),
            ("https://a/@b", Ok("https://a/@b")),
            ("https://a/b?x", Err(InvalidBaseUrl::Path)),
            ("https://a/../b", Err(InvalidBaseUrl::Path)),
            ("https://a//b", Err(InvalidBaseUrl::Path)),
            ("https://a/%2e", Err(InvalidBaseUrl::Path)),
            ("ftp://a", Err(InvalidBaseUrl::Scheme)),
            ("api.example.com", Err(InvalidBaseUrl::Scheme)),
        ];
        for (text, expected) in cases {
            assert_eq!(
                BaseUrl::parse(text).map(|url| url.to_string()),
                expected.map(str::to_owned),
                "{text}"
            );
        }
        let url = BaseUrl::parse("https://a.example:8443/prefix").unwrap();
        assert_eq!((url.origin(), url.has_path()), ("https://a.example:8443", true));
    }

    #[test]
    fn a_job_path_has_both_placeholders_as_whole_segments() {
        for good in
            ["/v2/agent/{projectId}/job/{id}", "/{id}/of/{projectId}", "/v1/{projectId}/agent-job/{id}"]
        {
            assert!(JobPath::parse(good).is_ok(), "{good}");
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

        #[test]
        fn a_base_url_is_stable_or_refused(text in "(https?://)?[a-z0-9.:@/?#\\[\\]\\\\%-]{0,40}") {
            if let Ok(url) = BaseUrl::parse(&text) {
                prop_assert!(!url.to_string().contains(['?', '#', '\\', '%']));
                // In a path it is a character like any other; in front of one it would end a user's name.
                prop_assert!(!url.origin().contains('@'));
                prop_assert_eq!(BaseUrl::parse(&url.to_string()), Ok(url));
            }
        }
    }
}
