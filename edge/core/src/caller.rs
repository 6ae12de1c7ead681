//! Who is calling.

use docket_wire::{OperatorName, Right};

/// Who is calling, once they have proved it, and what they may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// An operator's name, or `token:` and a token's id.
    pub name: OperatorName,
    /// What they may do, each right once.
    pub rights: Vec<Right>,
}

impl Caller {
    /// An operator, who may do everything.
    #[must_use]
    pub fn operator(name: OperatorName) -> Self {
        Self { name, rights: Right::ALL.to_vec() }
    }

    /// Whether this caller has a right.
    #[must_use]
    pub fn may(&self, right: Right) -> bool {
        self.rights.contains(&right)
    }
}
