//! Which draft, and where the browser stores it.

use docket_wire::{JobId, ProjectId};

use super::draft::Draft;
use crate::state::stored_form;

/// Which draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftKey {
    pub person: String,
    pub project: ProjectId,
    /// The job to follow up; absent for a new one.
    pub follow_up: Option<JobId>,
}

impl DraftKey {
    /// The storage key: one for each person, project and target.
    pub(super) fn storage_key(&self) -> String {
        // A job id has no spaces, so none collides with this.
        let target = self.follow_up.as_ref().map_or("new job", JobId::as_str);
        stored_form::key::<Draft>(&self.person, &self.project, target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_of_different_targets_have_different_keys() {
        let key = |person: &str, project: &str, follow_up: Option<&str>| {
            let follow_up = follow_up.map(|job| job.parse().unwrap());
            let key = DraftKey { person: person.to_owned(), project: project.parse().unwrap(), follow_up };
            key.storage_key()
        };
        assert_ne!(key("a.1:b", "c", None), key("a", "b", None));
        assert_ne!(key("a", "b", None), key("a", "b", Some("job_1")));
    }
}
