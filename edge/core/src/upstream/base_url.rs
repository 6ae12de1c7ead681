//! The base URL of the service, read from the settings.
//!
//! It is read without the `url` crate, whose IDNA tables would add 48 kB gzip to the Worker.

use std::fmt;

/// Base URL of a server: scheme, host, port, and a path prefix without a trailing slash.
///
/// `http` is allowed only for this machine. It has no user, query or fragment, so that nothing appended to it can
/// change the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    origin_len: usize,
}

/// Why a text is not a base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBaseUrl {
    /// Another scheme, or none.
    #[error("must begin with https:// (or http:// for localhost)")]
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
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether a segment needs no encoding and no URL parser removes it.
pub(super) fn is_plain_segment(segment: &str) -> bool {
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

    proptest! {
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
