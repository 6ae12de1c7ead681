//! A batch in the browser's storage: its prompts, the progress of each under a key of its own, so that two tabs do not
//! overwrite each other's, and the setup of the next one.

use docket_wire::ProjectId;

use super::plan::{Batch, Progress};
use super::setup::Setup;
use crate::browser::storage;

/// The place of a person's batch in a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BatchKey {
    /// The person, who alone sends the batch: idempotency keys belong to a caller.
    pub person: String,
    name: String,
}

impl BatchKey {
    /// The place, by person and project.
    pub(crate) fn new(person: &str, project: &ProjectId) -> Self {
        Self { person: person.to_owned(), name: storage::key_of("batch", person, project.as_str()) }
    }

    /// Whether there is a batch.
    pub(crate) fn is_taken(&self) -> bool {
        storage::get(&self.plan()).is_some()
    }

    /// The batch, and what became of its prompts.
    pub(crate) fn load(&self) -> Option<(Batch, Vec<Progress>)> {
        let batch = self.stored()?;
        let progress = self.progress(&batch);
        Some((batch, progress))
    }

    /// Whether it is this batch that is stored there.
    pub(crate) fn holds(&self, batch: &Batch) -> bool {
        self.stored().is_some_and(|stored| stored.id == batch.id)
    }

    /// The progress of each prompt. If the stored progress of a prompt cannot be read, the tab sends the prompt again: the edge carries
    /// out each idempotency key once.
    pub(crate) fn progress(&self, batch: &Batch) -> Vec<Progress> {
        let read = |index| {
            let text = storage::get(&self.item(batch, index))?;
            docket_wire::json::from_str(&text).ok()
        };
        (0..batch.prompts.len()).map(|index| read(index).unwrap_or_default()).collect()
    }

    /// Stores a batch before anything of it is sent. Returns whether the browser has it now.
    pub(crate) fn begin(&self, batch: &Batch) -> bool {
        serde_json::to_string(batch).is_ok_and(|text| storage::try_set(&self.plan(), &text))
    }

    /// Stores the progress of a prompt. If that fails, the tab sends the prompt again with the same key after a reload, and the edge
    /// carries it out once.
    pub(crate) fn record(&self, batch: &Batch, index: usize, progress: &Progress) {
        if let Ok(text) = serde_json::to_string(progress) {
            storage::set(&self.item(batch, index), &text);
        }
    }

    /// Why the batch is paused, if no person paused it.
    pub(super) fn trouble(&self, batch: &Batch) -> Option<String> {
        storage::get(&self.trouble_key(batch))
    }

    /// Stores why the batch is paused, for the next page that shows it.
    pub(super) fn record_trouble(&self, batch: &Batch, trouble: Option<&str>) {
        let key = self.trouble_key(batch);
        match trouble {
            Some(trouble) => storage::set(&key, trouble),
            None => storage::remove(&key),
        }
    }

    /// Forgets a batch, and not one that another tab began in its place.
    pub(crate) fn end(&self, batch: &Batch) {
        if self.stored().is_none_or(|stored| stored.id == batch.id) {
            storage::remove(&self.plan());
        }
        (0..batch.prompts.len()).for_each(|index| storage::remove(&self.item(batch, index)));
        storage::remove(&self.trouble_key(batch));
    }

    /// The setup of the next batch.
    pub(crate) fn setup(&self) -> Setup {
        let stored = storage::get(&self.draft());
        stored.and_then(|text| docket_wire::json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Stores the setup. Returns whether the browser has it now.
    pub(crate) fn save_setup(&self, setup: &Setup) -> bool {
        if *setup == Setup::default() {
            storage::remove(&self.draft());
            return true;
        }
        serde_json::to_string(setup).is_ok_and(|text| storage::try_set(&self.draft(), &text))
    }

    /// Whether the browser stores the setup under `key`.
    pub(crate) fn has_setup_key(&self, key: &str) -> bool {
        self.draft() == key
    }

    fn stored(&self) -> Option<Batch> {
        docket_wire::json::from_str(&storage::get(&self.plan())?).ok()
    }

    fn plan(&self) -> String {
        format!("{}.plan", self.name)
    }

    fn draft(&self) -> String {
        format!("{}.setup", self.name)
    }

    /// The name of the lock that the tab holds which sends the batch.
    pub(crate) fn lock(&self, batch: &Batch) -> String {
        format!("{}.{}", self.name, batch.id)
    }

    /// How the keys of its progress begin.
    pub(crate) fn progress_prefix(&self, batch: &Batch) -> String {
        format!("{}.{}.", self.name, batch.id)
    }

    fn trouble_key(&self, batch: &Batch) -> String {
        format!("{}trouble", self.progress_prefix(batch))
    }

    fn item(&self, batch: &Batch, index: usize) -> String {
        format!("{}{index}", self.progress_prefix(batch))
    }
}
