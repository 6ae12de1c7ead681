//! Whether a browser sent a request for one of Docket's own pages, or for a page of another site (CSRF).

use docket_wire::CSRF_HEADER;

/// What matters of a request, apart from its headers.
#[derive(Debug, Clone, Copy)]
pub struct RequestKind {
    /// Whether a token authenticates it. No browser sends one by itself. Assertions do not count, because Access adds them to every
    /// request of a browser.
    pub has_token: bool,
    /// Whether its method changes nothing.
    pub is_safe: bool,
    /// Whether it opens a WebSocket.
    pub is_socket: bool,
}

/// Why a request may come from another site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaybeForged {
    /// It does not have the header that a form on another site cannot set.
    NoOwnHeader,
    /// Its `Origin`, which a script on another site cannot forge, is absent or not Docket's.
    OtherOrigin,
}

impl RequestKind {
    /// Checks that a request which changes something has the header and the `Origin` of Docket's own pages. A WebSocket needs the
    /// `Origin` alone: any site can open one, and no script can give it a header. `header` reads a header of the request.
    ///
    /// # Errors
    /// Why the request may come from another site.
    pub fn check_sender(
        self,
        header: impl Fn(&str) -> Option<String>,
        own_origin: &str,
    ) -> Result<(), MaybeForged> {
        if self.has_token || (self.is_safe && !self.is_socket) {
            return Ok(());
        }
        if !self.is_socket && header(CSRF_HEADER).as_deref() != Some("1") {
            return Err(MaybeForged::NoOwnHeader);
        }
        if header("Origin").as_deref() == Some(own_origin) { Ok(()) } else { Err(MaybeForged::OtherOrigin) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_something_comes_from_a_page_of_docket() {
        use MaybeForged::{NoOwnHeader, OtherOrigin};
        const OWN: &str = "https://docket.example";
        const EVIL: &str = "https://evil.example";
        let kind = |has_token, is_safe, is_socket| RequestKind { has_token, is_safe, is_socket };
        let (read, change, socket) =
            (kind(false, true, false), kind(false, false, false), kind(false, true, true));
        for (kind, own_header, origin, expected) in [
            (read, None, None, Ok(())),
            (read, None, Some(EVIL), Ok(())),
            (kind(true, false, false), None, None, Ok(())),
            (change, None, Some(OWN), Err(NoOwnHeader)),
            (change, Some("0"), Some(OWN), Err(NoOwnHeader)),
            (change, Some("1"), None, Err(OtherOrigin)),
            (change, Some("1"), Some("null"), Err(OtherOrigin)),
            (change, Some("1"), Some(EVIL), Err(OtherOrigin)),
            (change, Some("1"), Some("https://docket.example.evil.example"), Err(OtherOrigin)),
            (change, Some("1"), Some("http://docket.example"), Err(OtherOrigin)),
            (change, Some("1"), Some(OWN), Ok(())),
            (socket, None, None, Err(OtherOrigin)),
            (socket, Some("1"), Some(EVIL), Err(OtherOrigin)),
            (socket, None, Some(OWN), Ok(())),
            (kind(true, true, true), None, None, Ok(())),
        ] {
            let header =
                |name: &str| if name == CSRF_HEADER { own_header } else { origin }.map(str::to_owned);
            assert_eq!(kind.check_sender(header, OWN), expected, "{kind:?} {own_header:?} {origin:?}");
        }
    }
}
