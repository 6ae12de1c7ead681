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
    /// Whether nobody waits for the page any more.
    is_abandoned: bool,
}

impl LatePage {
    /// The page was requested at this revision.
    pub(super) fn since(since: u64) -> Self {
        Self { since, ..Self::default() }
    }

    /// Collects nothing more.
    pub(super) fn abandon(&mut self) {
        *self = Self { is_abandoned: true, ..Self::default() };
    }

    /// Whether a page of this revision lacks changes that nobody has collected.
    pub(super) fn is_too_old(&self, revision: u64) -> bool {
        self.is_abandoned || revision < self.since
    }

    pub(super) fn change(&mut self, job: &Arc<JobEntry>) {
        if self.is_abandoned {
            return;
        }
        self.changed.retain(|earlier| earlier.id != job.id);
        self.changed.push(Arc::clone(job));
    }

    pub(super) fn delete(&mut self, id: &JobId) {
        if self.is_abandoned {
            return;
        }
        self.changed.retain(|job| job.id != *id);
        self.deleted.push(id.clone());
    }
}
