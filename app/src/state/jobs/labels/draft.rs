//! The labels of a job that are being typed. The browser stores them until they are saved.

use docket_wire::{JobId, ProjectId};
use serde::{Deserialize, Serialize};

use super::labels;
use crate::browser::storage;
use crate::state::stored_form::FormContent;

/// What the form of a job's labels holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct LabelDraft {
    /// As typed.
    pub text: String,
    /// The labels that the form showed before the person typed, so that changes of others meanwhile are kept.
    pub before: String,
}

impl FormContent for LabelDraft {
    fn is_empty(&self) -> bool {
        labels(&self.text).ok() == labels(&self.before).ok()
    }
}

/// The storage key of the labels: one for each person, project and job.
pub(crate) fn storage_key(person: &str, project: &ProjectId, job: &JobId) -> String {
    format!("{}.{job}", storage::key_of("labels", person, project.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::assert_stored_as;

    #[test]
    fn the_stored_form_is_pinned() {
        let draft = LabelDraft { text: "docs, sdk".into(), before: "docs".into() };
        assert_stored_as(&draft, r#"{"text":"docs, sdk","before":"docs"}"#);
    }

    #[test]
    fn only_labels_that_differ_from_those_of_the_job_are_a_draft() {
        let draft = |text: &str| LabelDraft { text: text.to_owned(), before: "docs, sdk".to_owned() };
        assert!(draft("docs,sdk, ").is_empty(), "spaces and commas alone");
        for changed in ["docs", "", "docs, sdk, guide", &"x".repeat(99)] {
            assert!(!draft(changed).is_empty(), "{changed}");
        }
    }

    #[test]
    fn every_job_has_a_key_of_its_own() {
        let key = |person: &str, project: &str, job: &str| {
            storage_key(person, &project.parse().unwrap(), &job.parse().unwrap())
        };
        assert_ne!(key("ada", "docs", "job_1"), key("ada", "docs", "job_2"));
        assert_ne!(key("a.1:b", "c", "job_1"), key("a", "b", "job_1"));
    }
}
