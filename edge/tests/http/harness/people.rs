use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use docket_core::auth::passphrase;
use docket_core::auth::session::{LIFETIME_MS, Session, SessionSecret};
use docket_core::auth::token::{self, TokenHash};
use docket_wire::{CallerName, Right, Role, UnixMs};
use serde_json::json;

use super::{OTHER_PROJECT, PROJECT};

/// The name of an account.
pub(crate) const ADA: &str = "ada";
/// The account's passphrase.
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
    AuditRead,
    MetricsRead,
    BackupRead,
    /// All rights, but only in the other project.
    Elsewhere,
    Expired,
}

impl Program {
    pub(crate) const ALL: [Self; 9] = [
        Self::Everything,
        Self::JobsRead,
        Self::JobsWrite,
        Self::VisitorsRead,
        Self::AuditRead,
        Self::MetricsRead,
        Self::BackupRead,
        Self::Elsewhere,
        Self::Expired,
    ];

    fn id(self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::JobsRead => "jobs-read",
            Self::JobsWrite => "jobs-write",
            Self::VisitorsRead => "visitors-read",
            Self::AuditRead => "audit-read",
            Self::MetricsRead => "metrics-read",
            Self::BackupRead => "backup-read",
            Self::Elsewhere => "elsewhere",
            Self::Expired => "expired",
        }
    }

    pub(crate) fn rights(self) -> &'static [Right] {
        match self {
            Self::Everything | Self::Elsewhere | Self::Expired => &Right::FOR_PROGRAMS,
            Self::JobsRead => &[Right::JobsRead],
            Self::JobsWrite => &[Right::JobsWrite],
            Self::VisitorsRead => &[Right::VisitorsRead],
            Self::AuditRead => &[Right::AuditRead],
            Self::MetricsRead => &[Right::MetricsRead],
            Self::BackupRead => &[Right::BackupRead],
        }
    }

    pub(crate) fn token(self) -> String {
        token::make(&self.id().parse().unwrap(), &[self as u8; 32])
    }
}

/// `DOCKET_TOKENS`.
pub(super) fn tokens() -> String {
    let entry = |program: Program| {
        let expires = if program == Program::Expired { "2020-01-01" } else { "2999-01-01" };
        let hash = TokenHash::of(&program.token()).to_string();
        let projects = if program == Program::Elsewhere { json!([OTHER_PROJECT]) } else { json!("all") };
        json!({
            "id": program.id(), "hash": hash, "rights": program.rights(), "projects": projects, "expires": expires
        })
    };
    json!(Program::ALL.map(entry)).to_string()
}

static HASH: LazyLock<String> = LazyLock::new(|| passphrase::hash(PASSPHRASE, &[7; 16]).unwrap());

/// The hash of [`PASSPHRASE`].
pub(crate) fn hash() -> &'static str {
    &HASH
}

/// The cookie of a session of an account.
pub(crate) fn cookie_for(session: &Session) -> String {
    let secret = SessionSecret::parse(SESSION_SECRET).unwrap();
    format!("docket={}", session.seal(&secret, &HASH))
}

/// A person of the deny matrix, by role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Person {
    /// No rule names this person.
    Stranger,
    Viewer,
    Operator,
    LocalAdmin,
    /// An admin of all projects. The others have their role in one.
    Admin,
}

impl Person {
    pub(crate) const ALL: [Self; 5] =
        [Self::Stranger, Self::Viewer, Self::Operator, Self::LocalAdmin, Self::Admin];

    fn name(self) -> &'static str {
        match self {
            Self::Stranger => "stranger",
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::LocalAdmin => "local-admin",
            Self::Admin => "admin",
        }
    }

    pub(crate) fn role(self) -> Option<Role> {
        match self {
            Self::Stranger => None,
            Self::Viewer => Some(Role::Viewer),
            Self::Operator => Some(Role::Operator),
            Self::LocalAdmin | Self::Admin => Some(Role::Admin),
        }
    }

    /// The cookie of a session that begins now.
    pub(crate) fn cookie(self) -> String {
        self.cookie_from(now_ms())
    }

    /// The cookie of an administrator's session that has expired.
    pub(crate) fn expired_cookie() -> String {
        Self::Admin.cookie_from(now_ms() - LIFETIME_MS - 1000)
    }

    fn cookie_from(self, at_ms: i64) -> String {
        cookie_for(&Session::begin([self as u8; 16], CallerName(self.name().into()), UnixMs(at_ms)))
    }
}

/// The time of this machine, in ms.
pub(crate) fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// `DOCKET_ACCOUNTS`.
pub(super) fn accounts() -> String {
    let names = [ADA, "Zoë"].into_iter().chain(Person::ALL.map(Person::name));
    let entries: Vec<_> = names.map(|name| json!({ "name": name, "hash": *HASH })).collect();
    json!(entries).to_string()
}

/// `DOCKET_ROLES`.
pub(super) fn roles() -> String {
    let rule = |person: Person| {
        let projects = if person == Person::Admin { json!("all") } else { json!([PROJECT]) };
        let names = [person.name()];
        person.role().map(|role| json!({ "role": role, "names": names, "projects": projects }))
    };
    let mut rules: Vec<_> = Person::ALL.into_iter().filter_map(rule).collect();
    rules.push(json!({ "role": "admin", "names": [ADA, "Zoë"] }));
    json!(rules).to_string()
}
