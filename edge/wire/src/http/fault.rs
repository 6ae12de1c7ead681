use serde::{Deserialize, Serialize};

use crate::ProblemCode;

/// A failure that the ledger stores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// For programs.
    pub code: ProblemCode,
    /// For people.
    pub error: String,
}
