use serde::{Deserialize, Serialize};

use crate::ProblemCode;

/// A failure that the ledger stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorReason {
    /// Code of the failure, for programs.
    pub code: ProblemCode,
    /// Sentence for people.
    pub error: String,
}
