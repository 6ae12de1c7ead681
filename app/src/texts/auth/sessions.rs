//! What sessions say, one's own and those of others.

pub(crate) const EACH_BROWSER_HAS_ONE: &str = "Each browser in which you are signed in. End a session that \
     you do not recognize, and ask an admin for a new passphrase, which ends all of your sessions.";
pub(crate) const LOADING_SESSIONS: &str = "Loading sessions";
pub(crate) const ACCESS_HAS_THEM: &str = "You sign in with Cloudflare Access, which manages your sessions. \
     An admin of Access can end them there.";
pub(crate) const NONE_LISTED_YET: &str =
    "No sessions are listed yet. This one will appear within five minutes of use.";
pub(crate) const NO_SESSIONS: &str = "No sessions.";

// The table.
pub(crate) const LIST_OF_SESSIONS: &str = "List of sessions";
pub(crate) const SESSIONS: &str = "Sessions";
pub(crate) const BROWSER: &str = "Browser";
/// Above addresses and countries.
pub(crate) const FROM: &str = "From";
pub(crate) const SIGNED_IN: &str = "Signed in";
pub(crate) const LAST_SEEN: &str = "Last seen";
pub(crate) const ACTIONS: &str = "Actions";
pub(crate) const UNKNOWN_BROWSER: &str = "Unknown browser";
/// In place of the button that ends a session.
pub(crate) const THIS_SESSION: &str = "This session";

// The buttons that end sessions.
pub(crate) const END: &str = "End";
pub(crate) const END_ALL: &str = "End all";
pub(crate) const END_ALL_OTHERS: &str = "End all other sessions";
pub(crate) const SESSION_ENDED: &str = "Session ended.";

/// `Firefox on Windows`.
pub(crate) fn browser_on(browser: &str, system: &str) -> String {
    format!("{browser} on {system}")
}

pub(crate) fn end_session_of(browser: &str) -> String {
    format!("End the session of {browser}")
}

pub(crate) fn end_all_of(person: &str) -> String {
    format!("End all sessions of {person}")
}

/// On the button that shows the sessions of a person.
pub(crate) fn sessions(count: usize, shown: &str) -> String {
    match count {
        1 => "1 session".to_owned(),
        _ => format!("{shown} sessions"),
    }
}

/// The name of the button, with the person: `sessions` is its text.
pub(crate) fn sessions_of(sessions: &str, person: &str) -> String {
    format!("{sessions} of {person}")
}
