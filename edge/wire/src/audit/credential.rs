use serde::{Deserialize, Serialize};

/// How the caller authenticated, or tried to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditCredential {
    /// A passphrase, or the session that it started.
    Passphrase,
    /// An assertion of Cloudflare Access.
    Access,
    /// A token. The caller's name contains its id.
    Token,
}
