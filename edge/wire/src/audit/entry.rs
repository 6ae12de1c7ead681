use serde::{Deserialize, Serialize};

use super::{AuditAction, AuditCredential, AuditTarget};
use crate::{CallerName, ProblemCode, UnixMs};

/// One entry of the audit log. It has ids and names, and never a key, a token, a passphrase or a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Names the entry, and orders entries by time.
    pub id: u64,
    /// When it happened.
    pub at: UnixMs,
    /// Who did it. None if somebody failed to sign in under a name that nobody has: it may be a passphrase in the wrong
    /// field.
    pub author: Option<CallerName>,
    /// With what they proved who they are.
    pub credential: AuditCredential,
    /// What they did.
    pub action: AuditAction,
    /// What it concerns.
    pub target: Option<AuditTarget>,
    /// Why it was refused; none if it was done.
    pub refused: Option<ProblemCode>,
    /// The address of the client, as Cloudflare tells it; empty if it does not.
    pub address: String,
    /// The country of the address, in two characters, as Cloudflare tells it.
    pub country: Option<String>,
    /// Names the request in responses and logs.
    pub request_id: String,
}

/// A page of the audit log, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// Whether older entries match as well.
    pub has_more: bool,
}
