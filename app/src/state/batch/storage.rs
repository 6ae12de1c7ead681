//! A batch in the browser's storage: its prompts, the progress of each under a key of its own, so that two tabs do not
//! overwrite each other's, and the setup of the next one.

use docket_wire::ProjectId;

use super::prompts::{Batch, Progress};
use super::setup::Setup;
use crate::browser::storage;

/// What the keys begin with.
const KIND: &str = "batch";

/// Where the browser stores a person's batch of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BatchStorage {
    /// The person, who alone sends the batch: idempotency keys belong to a caller.
    pub person: String,
    name: String,
}

impl BatchStorage {
    /// The storage of a person's batch of a project.
    pub(crate) fn new(person: &str, project: &ProjectId) -> Self {
        Self { person: person.to_owned(), name: storage::key_of(KIND, person, project.as_str()) }
    }

    /// Whether somebody may have a batch in some project.
    pub(crate) fn may_have_batch() -> bool {
        storage::last_key(&storage::keys_of(KIND)).is_some()
    }

    /// Whether there is a batch.
    pub(crate) fn has_batch(&self) -> bool {
        self.stored().is_some()
    }

    /// The batch, and what became of its prompts.
    pub(crate) fn load(&self) -> Option<(Batch, Vec<Progress>)> {
        let batch = self.stored()?;
        let progress = self.progress(&batch);
        Some((batch, progress))
    }

    /// Whether it is this batch that is stored.
    pub(crate) fn is_stored(&self, batch: &Batch) -> bool {
        self.stored().is_some_and(|stored| stored.id == batch.id)
    }

    /// The progress of each prompt. If the stored progress of a prompt cannot be read, the tab sends the prompt again: the edge carries
    /// out each idempotency key once.
    pub(crate) fn progress(&self, batch: &Batch) -> Vec<Progress> {
        let read = |index| storage::get_json(&self.item_key(batch, index)).unwrap_or_default();
        (0..batch.prompts.len()).map(read).collect()
    }

    /// Stores a batch before anything of it is sent. Returns whether the browser has it now.
    pub(crate) fn begin(&self, batch: &Batch) -> bool {
        storage::set_json(&self.plan_key(), Some(batch))
    }

    /// Stores the progress of a prompt. If that fails, the tab sends the prompt again with the same key after a reload, and the edge
    /// carries it out once.
    pub(crate) fn record(&self, batch: &Batch, index: usize, progress: &Progress) {
        storage::set_json(&self.item_key(batch, index), Some(progress));
    }

    /// Why the batch is paused, if no person paused it.
    pub(super) fn pause_reason(&self, batch: &Batch) -> Option<String> {
        storage::get(&self.pause_reason_key(batch))
    }

    /// Stores why the batch is paused, for the next page that shows it.
    pub(super) fn record_pause_reason(&self, batch: &Batch, pause_reason: Option<&str>) {
        let key = self.pause_reason_key(batch);
        match pause_reason {
            Some(pause_reason) => storage::set(&key, pause_reason),
            None => storage::remove(&key),
        }
    }

    /// Forgets a batch, and not one that another tab began instead.
    pub(crate) fn end(&self, batch: &Batch) {
        if self.stored().is_none_or(|stored| stored.id == batch.id) {
            storage::remove(&self.plan_key());
        }
        (0..batch.prompts.len()).for_each(|index| storage::remove(&self.item_key(batch, index)));
        storage::remove(&self.pause_reason_key(batch));
    }

    /// The setup of the next batch.
    pub(crate) fn setup(&self) -> Setup {
        storage::get_json(&self.setup_key()).unwrap_or_default()
    }

    /// Stores the setup. Returns whether the browser has it now.
    pub(crate) fn save_setup(&self, setup: &Setup) -> bool {
        storage::set_json(&self.setup_key(), (*setup != Setup::default()).then_some(setup))
    }

    /// Whether the browser stores the setup under `key`.
    pub(crate) fn has_setup_key(&self, key: &str) -> bool {
        self.setup_key() == key
    }

    fn stored(&self) -> Option<Batch> {
        storage::get_json(&self.plan_key())
    }

    fn plan_key(&self) -> String {
        format!("{}.plan", self.name)
    }

    fn setup_key(&self) -> String {
        format!("{}.setup", self.name)
    }

    /// The name of the lock that the tab holds which sends the batch.
    pub(crate) fn lock_name(&self, batch: &Batch) -> String {
        format!("{}.{}", self.name, batch.id)
    }

    /// How the keys of its progress begin.
    pub(crate) fn progress_prefix(&self, batch: &Batch) -> String {
        format!("{}.{}.", self.name, batch.id)
    }

    fn pause_reason_key(&self, batch: &Batch) -> String {
        format!("{}pause_reason", self.progress_prefix(batch))
    }

    fn item_key(&self, batch: &Batch, index: usize) -> String {
        format!("{}{index}", self.progress_prefix(batch))
    }
}
