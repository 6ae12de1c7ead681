//! The page of the documentation that a prompt is about.

use docket_wire::ProjectId;

/// The page for which a person writes a prompt, if they came from its row in the table of visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageContext {
    pub project: ProjectId,
    pub page: String,
    /// Its visitors, in words.
    pub figures: String,
    /// The draft that was begun for it. A template replaces it without a question as long as nobody changed it.
    pub draft: String,
}
