//! The labels of a job that are being typed. The browser stores them until they are saved.

use serde::{Deserialize, Serialize};

use super::labels;
use crate::state::stored_form::FormContent;

/// What the form of a job's labels holds, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct LabelDraft {
    pub text: String,
    /// The labels that the form showed before the person typed, so that changes of others meanwhile are kept.
    pub before: String,
}

impl FormContent for LabelDraft {
    const KIND: &'static str = "labels";

    fn is_empty(&self) -> bool {
        labels(&self.text).ok() == labels(&self.before).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::assert_stored_as;

    #[test]
    fn the_stored_form_is_pinned() {
        let draft = LabelDraft { text: "docs, sdk".into(), before: "docs".into() };
        assert_stored_as(&draft, r#"{"text":"docs, sdk","before":"docs"}"#);
        assert_eq!(LabelDraft::KIND, "labels", "it is part of the key");
    }

    #[test]
    fn only_labels_that_differ_from_those_of_the_job_are_a_draft() {
        let draft = |text: &str| LabelDraft { text: text.to_owned(), before: "docs, sdk".to_owned() };
        assert!(draft("docs,sdk, ").is_empty(), "spaces and commas alone");
        for changed in ["docs", "", "docs, sdk, guide", &"x".repeat(99)] {
            assert!(!draft(changed).is_empty(), "{changed}");
        }
    }
}
