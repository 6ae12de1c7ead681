use docket_wire::SessionInfo;
use serde::{Deserialize, Serialize};

use crate::audit::RequestSource;

/// Sessions of a person, at most. A sign-in beyond them ends the one that was not used for longest, so that people
/// can see and end all that they have.
pub const SESSIONS_MAX: usize = 50;

/// From where a session is used: address, country, and the description of the browser. A tuple, because reading named
/// members would make the Worker larger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientInfo(pub(super) String, pub(super) Option<String>, pub(super) String);

impl ClientInfo {
    /// The place of a request. The description of the browser is shortened.
    #[must_use]
    pub fn new(source: RequestSource, user_agent: &str) -> Self {
        let end = user_agent.floor_char_boundary(SessionInfo::BROWSER_BYTES_MAX);
        let browser = user_agent.get(..end).unwrap_or_default().to_owned();
        Self(source.address, source.country, browser)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_a_browser_is_shortened_between_characters() {
        let source = || RequestSource::new(Some("::1".into()), Some("NL".into()), "req_1".into());
        let ClientInfo(address, country, browser) =
            ClientInfo::new(source(), &format!("x{}", "é".repeat(200)));
        assert_eq!(browser.len(), SessionInfo::BROWSER_BYTES_MAX - 1);
        assert_eq!((address.as_str(), country.as_deref()), ("::1", Some("NL")));
        assert_eq!(ClientInfo::new(source(), "curl/8").2, "curl/8");
    }
}
