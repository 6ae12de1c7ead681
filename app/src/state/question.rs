//! A question before an action that cannot be undone.

/// A question before an action, and the labels of its two answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    /// What the person has to know.
    pub text: &'static str,
    pub yes: &'static str,
    /// Leaves everything as it is.
    pub no: &'static str,
}
