//! Whether a browser sent a request for one of Docket's own pages, or for a page of another site (CSRF).

use docket_wire::CSRF_HEADER;

use super::caller::CallerKind;

/// What matters of a request, apart from its headers.
#[derive(Debug, Clone, Copy)]
pub struct RequestKind {
    /// Who is authenticated. A program has a token, which no browser sends by itself. A person has a session or an assertion, which a
    /// browser sends with requests of other sites, too.
    pub caller: Option<CallerKind>,
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
    /// The browser says that a page of another site makes it.
    OtherSite,
    /// Its `Origin`, which a script on another site cannot forge, is absent or not Docket's.
    OtherOrigin,
}

impl RequestKind {
    /// Checks that a request which changes something has the header and the `Origin` of Docket's own pages. A WebSocket needs the
    /// `Origin` alone: any site can open one, and no script can give it a header. What a person reads must not be for a page of
    /// another site: it could not see the answer, but spend the hour's requests to the service. `header` reads a header of the request.
    ///
    /// # Errors
    /// Why the request may come from another site.
    pub fn check_sender(
        self,
        header: impl Fn(&str) -> Option<String>,
        own_origin: &str,
    ) -> Result<(), MaybeForged> {
        if self.caller == Some(CallerKind::Program) {
            return Ok(());
        }
        if self.is_safe && !self.is_socket {
            let is_other = || matches!(header("Sec-Fetch-Site").as_deref(), Some("cross-site" | "same-site"));
            // A link of another site that the person followed, or a file after Access has signed the person in on its own site. A script
            // there can open it too, but only a person's click gives a request the second header.
            let is_followed = || {
                header("Sec-Fetch-Dest").as_deref() == Some("document")
                    && header("Sec-Fetch-User").as_deref() == Some("?1")
            };
            let is_forged = self.caller == Some(CallerKind::Person) && is_other() && !is_followed();
            return if is_forged { Err(MaybeForged::OtherSite) } else { Ok(()) };
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
        let (person, program) = (Some(CallerKind::Person), Some(CallerKind::Program));
        const OWN: &str = "https://docket.example";
        const EVIL: &str = "https://evil.example";
        let kind = |caller, is_safe, is_socket| RequestKind { caller, is_safe, is_socket };
        let (read, change, socket) =
            (kind(person, true, false), kind(person, false, false), kind(person, true, true));
        for (kind, own_header, origin, expected) in [
            (read, None, None, Ok(())),
            (read, None, Some(EVIL), Ok(())),
            (kind(program, false, false), None, None, Ok(())),
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
            (kind(program, true, true), None, None, Ok(())),
        ] {
            let header =
                |name: &str| if name == CSRF_HEADER { own_header } else { origin }.map(str::to_owned);
            assert_eq!(kind.check_sender(header, OWN), expected, "{kind:?} {own_header:?} {origin:?}");
        }
    }

    #[test]
    fn no_other_site_reads_as_a_person() {
        let request = |caller, site: Option<&str>, dest: &str, user: Option<&str>| {
            let kind = RequestKind { caller, is_safe: true, is_socket: false };
            let header = |name: &str| match name {
                "Sec-Fetch-Site" => site.map(str::to_owned),
                "Sec-Fetch-Dest" => Some(dest.to_owned()),
                "Sec-Fetch-User" => user.map(str::to_owned),
                _ => None,
            };
            kind.check_sender(header, "https://docket.example")
        };
        let read = |caller, site| request(caller, site, "empty", None);
        for site in ["cross-site", "same-site"] {
            assert_eq!(read(Some(CallerKind::Person), Some(site)), Err(MaybeForged::OtherSite));
            assert_eq!(read(None, Some(site)), Ok(()), "what is public is for all");
            let person = Some(CallerKind::Person);
            let clicked = Some("?1");
            assert_eq!(
                request(person, Some(site), "document", clicked),
                Ok(()),
                "a link that the person followed"
            );
            for (dest, user) in [
                ("document", None),
                ("iframe", clicked),
                ("image", None),
                ("script", None),
                ("empty", clicked),
            ] {
                assert_eq!(request(person, Some(site), dest, user), Err(MaybeForged::OtherSite), "{dest}");
            }
            assert_eq!(read(Some(CallerKind::Program), Some(site)), Ok(()));
        }
        // A page of Docket, the address bar or a bookmark, and an old browser.
        for site in [Some("same-origin"), Some("none"), None] {
            assert_eq!(read(Some(CallerKind::Person), site), Ok(()));
        }
    }
}
