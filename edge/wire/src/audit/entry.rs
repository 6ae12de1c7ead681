use serde::{Deserialize, Serialize};

use super::{AuditAction, AuditCredential, AuditTarget};
use crate::{CallerName, ProblemCode, UnixMs};

/// One entry of the audit log. It has ids and names, and never a key, a token, a passphrase or a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Id of the entry. Ids increase with time.
    pub id: u64,
    /// When it happened.
    pub at: UnixMs,
    /// Name of the caller. Null after a failed sign-in under an unknown name, which may be a passphrase in the
    /// wrong field.
    pub author: Option<CallerName>,
    /// How the caller authenticated.
    pub credential: AuditCredential,
    /// What the caller did.
    pub action: AuditAction,
    /// What the action concerns; null if there is nothing to name.
    pub target: Option<AuditTarget>,
    /// Why the action was refused; null if it was done.
    pub refused: Option<ProblemCode>,
    /// Address of the client, as Cloudflare reports it; empty if it does not.
    pub address: String,
    /// Country of the address, in two characters, as Cloudflare reports it; null if it does not.
    pub country: Option<String>,
    /// Id of the request, as in responses and logs.
    pub request_id: String,
}

/// A page of the audit log, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditPage {
    /// The entries, newest first.
    pub entries: Vec<AuditEntry>,
    /// Whether older entries match too.
    pub has_more: bool,
}
