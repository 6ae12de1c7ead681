use serde::{Deserialize, Serialize};

/// With what a caller proved, or tried to prove, who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditCredential {
    /// A passphrase, or the session that it began.
    Passphrase,
    /// An assertion of Cloudflare Access.
    Access,
    /// A token, which the name of its program names.
    Token,
}
