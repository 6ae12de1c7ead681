//! Full storage: reads work and every write may fail, while the object runs on.

use docket_wire::SubmissionId;
use rand::RngExt;

use super::Run;

impl Run {
    /// Fills the storage, so that a write or one of the next ones fails, or frees it.
    pub(super) fn fill_or_free_storage(&mut self) {
        match self.rng.random_range(0..30) {
            0..2 => {
                let left = self.rng.random_range(0..8);
                self.log(&format!("storage is full after {left} writes"));
                self.disk.fill_after(Some(left));
            }
            2..9 => self.free_storage(),
            _ => {}
        }
        self.abandon_unsettled();
    }

    pub(super) fn free_storage(&mut self) {
        self.disk.fill_after(None);
    }

    /// The outcome of a call could not be stored. If that was no interruption, the object marks the submission as
    /// unknown as soon as it can.
    pub(super) fn not_settled(&mut self, submission: SubmissionId) {
        self.unsettled.push(submission);
        self.abandon_unsettled();
    }

    pub(super) fn abandon_unsettled(&mut self) {
        let now = self.now();
        let Self { unsettled, ledger, .. } = self;
        unsettled.retain(|submission| ledger.abandon(submission, now).is_err());
    }
}
