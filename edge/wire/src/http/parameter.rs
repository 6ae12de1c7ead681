/// A query parameter, or a member of a body, that breaks its rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rule}")]
pub struct InvalidParameter {
    /// Name of the parameter.
    pub field: &'static str,
    /// The rule that it breaks: the rest of the sentence.
    pub rule: String,
}

impl InvalidParameter {
    /// A parameter and the rule that it breaks.
    #[must_use]
    pub fn new(field: &'static str, rule: impl Into<String>) -> Self {
        Self { field, rule: rule.into() }
    }
}
