/// Reads a whole number without sign or spaces; `str::parse` would accept `+5`.
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

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
