use docket_wire::{InvalidParameter, InvalidPrompt, InvalidTemplate};

/// A request that breaks the contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct InvalidRequest {
    /// The invalid parameter, header or member of the body.
    pub field: String,
    /// The sentence that says what it must be.
    pub error: String,
}

impl InvalidRequest {
    pub(crate) fn new(field: impl Into<String>, error: impl Into<String>) -> Self {
        Self { field: field.into(), error: error.into() }
    }
}

impl From<InvalidParameter> for InvalidRequest {
    fn from(invalid: InvalidParameter) -> Self {
        Self::new(invalid.field, format!("{invalid}."))
    }
}

impl From<InvalidPrompt> for InvalidRequest {
    fn from(invalid: InvalidPrompt) -> Self {
        Self::new("prompt", format!("{invalid}."))
    }
}

impl From<InvalidTemplate> for InvalidRequest {
    fn from(invalid: InvalidTemplate) -> Self {
        Self::new(invalid.field(), format!("{invalid}."))
    }
}
