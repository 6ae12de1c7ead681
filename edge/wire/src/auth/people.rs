use serde::{Deserialize, Serialize};

use super::{ProjectScope, Role, SignInMethod};
use crate::{CallerName, UnixMs};

/// Response of `GET /api/people`: who can get in by the settings as they are now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct People {
    /// Operators, people of Cloudflare Access whom a role names by address, and those who came through Access, by name.
    pub people: Vec<PersonInfo>,
    /// Roles of everybody of Cloudflare Access in a domain or group, or without exception: who that is, Docket learns only
    /// when they come.
    pub rules: Vec<AssignedRole>,
    /// Always false: there is one page.
    pub has_more: bool,
}

/// Somebody who can get in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PersonInfo {
    /// The name of an operator, or an e-mail address.
    pub name: CallerName,
    /// How they sign in.
    pub sign_in: SignInMethod,
    /// Their roles. Without one they see no project.
    pub roles: Vec<AssignedRole>,
    /// When they were last here, to a few minutes; null if they were not, or long ago.
    pub seen_at: Option<UnixMs>,
    /// How many sessions they have. People of Cloudflare Access have none of Docket's.
    pub sessions: u32,
}

/// A role in some projects, and what gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssignedRole {
    /// The role.
    pub role: Role,
    /// The projects in which it holds.
    pub projects: ProjectScope,
    /// What in the setting `DOCKET_ROLES` gives it.
    pub by: RoleSource,
}

/// The part of a rule that names somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleSource {
    /// What it is.
    pub kind: RoleSourceKind,
    /// Which one: a name, an address, a domain, a group, or a way to sign in.
    pub id: String,
}

/// The kind of a [`RoleSource`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoleSourceKind {
    /// The name of an operator.
    Name,
    /// An e-mail address.
    Email,
    /// The domain of an e-mail address.
    Domain,
    /// A group of the identity provider.
    Group,
    /// Everybody who signs in this way.
    Everyone,
}
