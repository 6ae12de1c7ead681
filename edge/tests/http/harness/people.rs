use std::sync::LazyLock;

use docket_core::auth::passphrase;
use docket_core::auth::session::{Session, SessionSecret};
use docket_core::auth::token::{self, TokenHash};
use serde_json::json;

/// An operator.
pub(crate) const ADA: &str = "ada";
/// The operator's passphrase.
pub(crate) const PASSPHRASE: &str = "correct horse battery staple";

/// `DOCKET_SESSION_SECRET`.
pub(super) const SESSION_SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A program with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    Everything,
    JobsRead,
    JobsWrite,
    VisitorsRead,
    Expired,
}

impl Program {
    pub(crate) const ALL: [Self; 5] =
        [Self::Everything, Self::JobsRead, Self::JobsWrite, Self::VisitorsRead, Self::Expired];

    fn id(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::JobsRead => "jobs-read",
            Self::JobsWrite => "jobs-write",
            Self::VisitorsRead => "visitors-read",
            Self::Expired => "expired",
        }
    }

    fn scopes(self) -> &'static [&'static str] {
        match self {
            Self::Everything | Self::Expired => &["jobs:read", "jobs:write", "visitors:read"],
            Self::JobsRead => &["jobs:read"],
            Self::JobsWrite => &["jobs:write"],
            Self::VisitorsRead => &["visitors:read"],
        }
    }

    pub(crate) fn token(self) -> String {
        token::make(self.id(), &[self as u8; 32])
    }
}

/// `DOCKET_TOKENS`.
pub(super) fn tokens() -> String {
    let entry = |program: Program| {
        let expires = if program == Program::Expired { "2020-01-01" } else { "2999-01-01" };
        let hash = TokenHash::of(&program.token()).to_string();
        json!({ "id": program.id(), "hash": hash, "scopes": program.scopes(), "expires": expires })
    };
    json!(Program::ALL.map(entry)).to_string()
}

static HASH: LazyLock<String> = LazyLock::new(|| passphrase::hash(PASSPHRASE, &[7; 16]).unwrap());

/// The cookie of a session of an operator.
pub(crate) fn cookie_for(session: &Session) -> String {
    let secret = SessionSecret::parse(SESSION_SECRET).unwrap();
    format!("docket={}", session.seal(&secret, &HASH))
}

/// `DOCKET_OPERATORS`.
pub(super) fn operators() -> String {
    json!([{ "name": ADA, "hash": *HASH }, { "name": "Zoë", "hash": *HASH }]).to_string()
}
