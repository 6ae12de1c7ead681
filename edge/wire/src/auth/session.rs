use serde::{Deserialize, Serialize};

use super::{Grant, SignInMethod};
use crate::{CallerName, UnixMs};

/// Body of `POST /api/session`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// Name of the account, as in the setting `DOCKET_ACCOUNTS`: at most 64 characters.
    pub name: String,
    /// Passphrase of the account: at most 1024 bytes.
    pub passphrase: String,
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignIn").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The caller: the response of `GET /api/self`, and of `GET` and `POST /api/session`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CallerInfo {
    /// Name of the caller.
    pub name: CallerName,
    /// What the caller may do, and in which projects.
    pub grants: Vec<Grant>,
    /// How the caller signed in; absent for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_in: Option<SignInMethod>,
    /// When the session, assertion or token ends at the latest; null for a token that does not expire.
    pub expires_at: Option<UnixMs>,
}
