use serde::{Deserialize, Serialize};

use crate::UnixMs;

/// The pauses that the service asked for, with a 429 or, for prompts, with a 5xx and `Retry-After`. A person can end them earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct JobPauses {
    /// Docket sends no prompts before this time.
    pub prompts_until: Option<UnixMs>,
    /// Docket polls no jobs before this time.
    pub polls_until: Option<UnixMs>,
}
