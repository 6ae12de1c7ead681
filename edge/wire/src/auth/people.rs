use serde::{Deserialize, Serialize};

use super::{ProjectScope, Role, SignInMethod};
use crate::{CallerName, UnixMs};

/// Response of `GET /api/people`: who has access according to the current settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct People {
    /// Accounts, people of Cloudflare Access whose address has a role, and people who came through Access, by name.
    pub people: Vec<PersonInfo>,
    /// Roles by domain or group of Cloudflare Access, or for everyone. Docket learns who these people are when they
    /// first sign in.
    pub rules: Vec<AssignedRole>,
    /// Always false: there is one page.
    pub has_more: bool,
}

/// A person who has access.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PersonInfo {
    /// Name of the account, or e-mail address.
    pub name: CallerName,
    /// How the person signs in.
    pub sign_in: SignInMethod,
    /// The person's roles. Without one, the person sees no project.
    pub roles: Vec<AssignedRole>,
    /// When the person was last seen, to a few minutes; null if never, or long ago.
    pub seen_at: Option<UnixMs>,
    /// Number of sessions. People who sign in with Cloudflare Access have no sessions of Docket.
    pub sessions: u32,
}

/// A role in some projects, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssignedRole {
    /// What the person may do in these projects.
    pub role: Role,
    /// The projects in which the person has the role.
    pub projects: ProjectScope,
    /// The part of the setting `DOCKET_ROLES` that assigns the role.
    pub by: RoleSource,
}

/// The part of a rule that selects people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleSource {
    /// What `id` is, and so whom it selects.
    pub kind: RoleSourceKind,
    /// The name, address, domain, group, or way to sign in.
    pub id: String,
}

/// The kind of a [`RoleSource`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoleSourceKind {
    /// The name of an account.
    Name,
    /// An e-mail address.
    Email,
    /// The domain of an e-mail address.
    Domain,
    /// A group of the identity provider.
    Group,
    /// Everyone who signs in this way.
    Everyone,
}
