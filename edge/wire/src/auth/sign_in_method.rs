use serde::{Deserialize, Serialize};

/// How people authenticate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInMethod {
    /// With a name and a passphrase.
    Passphrase,
    /// With single sign-on: Cloudflare Access authenticates them.
    Access,
}

impl SignInMethod {
    /// The value in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passphrase => "passphrase",
            Self::Access => "access",
        }
    }
}
