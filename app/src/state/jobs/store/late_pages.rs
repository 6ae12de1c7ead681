//! What the stream says while a page is on its way: the page may be older.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId};

/// The changes since a page was requested.
#[derive(Debug, Clone, Default)]
pub(super) struct LatePage {
    /// The revision of the store when the page was requested. An older response is one to an earlier request.
    pub(super) since: u64,
    /// The latest state of each job that changed.
    pub(super) changed: Vec<Arc<JobEntry>>,
    /// Jobs that were deleted.
    pub(super) deleted: Vec<JobId>,
}

impl LatePage {
    pub(super) fn change(&mut self, job: &Arc<JobEntry>) {
        self.changed.retain(|earlier| earlier.id != job.id);
        self.changed.push(Arc::clone(job));
    }

    pub(super) fn delete(&mut self, id: &JobId) {
        self.changed.retain(|job| job.id != *id);
        self.deleted.push(id.clone());
    }
}
