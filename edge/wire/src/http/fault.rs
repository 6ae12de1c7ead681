use serde::{Deserialize, Serialize};

use crate::ProblemCode;

/// A failure that the ledger stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// For programs.
    pub code: ProblemCode,
    /// For people.
    pub error: String,
}
