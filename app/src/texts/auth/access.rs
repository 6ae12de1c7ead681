//! What the page about access says: who has access, and why.

use docket_wire::{Role, RoleSource, RoleSourceKind};

pub(crate) const ONLY_FOR_ADMINS: &str =
    "Only an admin of all projects can see this page. Ask one, or ask for the role.";
pub(crate) const SIGN_INS_SESSIONS_AND_TOKENS: &str = "Sign-ins, sessions and tokens";

// People.
pub(crate) const PEOPLE: &str = "People";
pub(crate) const ABOUT_PEOPLE: &str =
    "Who has access, according to the settings DOCKET_ACCOUNTS and DOCKET_ROLES. The deployment sets them.";
pub(crate) const LOADING_PEOPLE: &str = "Loading people";
pub(crate) const LIST_OF_PEOPLE: &str = "List of people";
pub(crate) const PERSON: &str = "Person";
pub(crate) const ROLES_AND_WHY: &str = "Roles and reasons";
pub(crate) const NO_ROLE: &str = "No role: sees no projects";
/// In place of how long ago the person was seen.
pub(crate) const NOT_SEEN_YET: &str = "Not yet";
/// In place of a number of sessions.
pub(crate) const NO_SESSIONS: &str = "None";
/// Where the sessions of people are who sign in with it.
pub(crate) const AT_ACCESS: &str = "In Cloudflare Access";

// Rules.
pub(crate) const ROLES_BY_DOMAIN_OR_GROUP: &str =
    "Roles by domain or group, for people who sign in with Cloudflare Access:";
pub(crate) const RULES: &str = "Rules";
pub(crate) const ALL_PROJECTS: &str = "all projects";

/// A role with its reason: `Viewer in acme-docs, by the domain acme.example`.
pub(crate) fn assigned_role(role: &str, projects: &str, reason: &str) -> String {
    format!("{role} in {projects}, {reason}")
}

pub(crate) fn role(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer",
        Role::Operator => "Operator",
        Role::Admin => "Admin",
    }
}

/// Why somebody has a role.
pub(crate) fn reason(RoleSource { kind, id }: &RoleSource) -> String {
    match kind {
        RoleSourceKind::Name => "by name".to_owned(),
        RoleSourceKind::Email => "by address".to_owned(),
        RoleSourceKind::Domain => format!("by the domain {id}"),
        RoleSourceKind::Group => format!("by the group {id}"),
        RoleSourceKind::Everyone => match id.as_str() {
            "access" => "for everyone who signs in with Cloudflare Access".to_owned(),
            _ => "for everyone who signs in with a passphrase".to_owned(),
        },
    }
}
