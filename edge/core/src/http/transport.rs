//! Whether a request came encrypted.

use crate::upstream::base_url::is_loopback;

/// How a request reached Docket. The runtime puts the scheme into its URL: no header says it, because any client can
/// send a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Encrypted,
    /// Over plain http, from this machine to itself.
    Local,
    Plain,
}

impl Transport {
    /// The transport of a request to this origin.
    #[must_use]
    pub fn of(origin: &str) -> Self {
        match origin.strip_prefix("http://") {
            None => Self::Encrypted,
            Some(authority) if is_loopback(without_port(authority)) => Self::Local,
            Some(_) => Self::Plain,
        }
    }
}

/// The same URL over https, at the default port.
#[must_use]
pub fn encrypted(url: &str) -> String {
    let rest = url.strip_prefix("http://").unwrap_or(url);
    let (authority, path) =
        rest.split_at_checked(rest.find(['/', '?']).unwrap_or(rest.len())).unwrap_or((rest, ""));
    format!("https://{}{path}", without_port(authority))
}

fn without_port(authority: &str) -> &str {
    // An IPv6 address has colons of its own, in brackets.
    let port_at = authority.rfind(':').filter(|at| !authority.get(*at..).is_some_and(|s| s.contains(']')));
    port_at.and_then(|at| authority.get(..at)).unwrap_or(authority)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_on_this_machine_is_local() {
        for (origin, transport) in [
            ("http://localhost:8787", Transport::Local),
            ("http://localhost", Transport::Local),
            ("http://127.0.0.1:1", Transport::Local),
            ("http://[::1]:8787", Transport::Local),
            ("http://[::1]", Transport::Local),
            ("https://localhost:8787", Transport::Encrypted),
            ("https://docket.example", Transport::Encrypted),
            ("http://docket.example", Transport::Plain),
            ("http://192.168.1.7:8787", Transport::Plain),
            ("http://localhost.example:80", Transport::Plain),
            ("http://[2001:db8::1]:80", Transport::Plain),
        ] {
            assert_eq!(Transport::of(origin), transport, "{origin}");
        }
    }

    #[test]
    fn a_page_moves_to_https_with_its_path_and_query() {
        for (url, expected) in [
            ("http://docket.example/projects/x?q=a:b", "https://docket.example/projects/x?q=a:b"),
            ("http://docket.example:8080/", "https://docket.example/"),
            ("http://[2001:db8::1]:80", "https://[2001:db8::1]"),
        ] {
            assert_eq!(encrypted(url), expected);
        }
    }
}
