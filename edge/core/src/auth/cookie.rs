//! The session cookie in HTTP headers.
//!
//! A cookie library is not used: reading one name takes 4 lines, and the attributes are constant.

use crate::auth::session::LIFETIME_MS;
use crate::http::transport::Transport;

/// Name and attributes of the session cookie.
///
/// Browsers accept a `__Host-` cookie only over https. Docket uses a plain cookie on http://localhost, and only there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CookieKind {
    /// `__Host-docket`, with `Secure`.
    Host,
    /// `docket`, for http on localhost.
    Local,
}

impl CookieKind {
    /// The kind for Docket's own origin.
    #[must_use]
    pub fn for_origin(origin: &str) -> Self {
        if Transport::of(origin) == Transport::Local { Self::Local } else { Self::Host }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Host => "__Host-docket",
            Self::Local => "docket",
        }
    }

    /// The session cookie's value in a `Cookie` header. A cookie of the other kind is ignored.
    #[must_use]
    pub fn find(self, header: &str) -> Option<&str> {
        header.split(';').find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.name()).then_some(value)
        })
    }

    /// A `Set-Cookie` header that sets `value` for a session's lifetime.
    #[must_use]
    pub fn set(self, value: &str) -> String {
        self.render(value, LIFETIME_MS / 1000)
    }

    /// A `Set-Cookie` header that deletes the cookie.
    #[must_use]
    pub fn clear(self) -> String {
        self.render("", 0)
    }

    fn render(self, value: &str, max_age_s: i64) -> String {
        let secure = match self {
            Self::Host => "; Secure",
            Self::Local => "",
        };
        format!("{}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{secure}", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_on_localhost_gets_a_plain_cookie() {
        assert_eq!(CookieKind::for_origin("http://localhost:8787"), CookieKind::Local);
        for origin in ["https://localhost:8787", "http://docket.example", "https://docket.example", ""] {
            assert_eq!(CookieKind::for_origin(origin), CookieKind::Host, "{origin}");
        }
    }

    #[test]
    fn cookies_are_rendered_and_found() {
        assert_eq!(
            CookieKind::Host.set("a.b"),
            "__Host-docket=a.b; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure"
        );
        assert_eq!(CookieKind::Local.clear(), "docket=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
        let header = "theme=dark; docket=local; __Host-docket=host";
        assert_eq!(CookieKind::Host.find(header), Some("host"));
        assert_eq!(CookieKind::Local.find(header), Some("local"));
        assert_eq!(CookieKind::Host.find("docket=local; x__Host-docket=y"), None);
        assert_eq!(CookieKind::Host.find("__Host-docket"), None);
    }
}
