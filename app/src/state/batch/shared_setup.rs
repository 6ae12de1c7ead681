//! The setup of a batch as all tabs of a browser share it.

use leptos::prelude::*;

use super::setup::Setup;
use super::storage::BatchStorage;
use crate::browser::storage;

/// The setup that the browser stores: another tab may change it, or add pages on the page Visitors. Copies are handles to the same
/// state.
#[derive(Clone, Copy)]
pub(super) struct SharedSetup {
    storage: StoredValue<BatchStorage>,
    setup: RwSignal<Setup>,
    /// The list of pages as it is typed.
    list: RwSignal<String>,
    /// What this tab knows of what the browser stores.
    seen: StoredValue<Setup>,
    is_stored: RwSignal<bool>,
}

impl SharedSetup {
    /// The stored setup, as long as the part of the page lives that calls this.
    pub(super) fn new(storage: StoredValue<BatchStorage>) -> Self {
        let setup = storage.with_value(BatchStorage::setup);
        let shared = Self {
            storage,
            list: RwSignal::new(setup.paths()),
            seen: StoredValue::new(setup.clone()),
            setup: RwSignal::new(setup),
            is_stored: RwSignal::new(true),
        };
        storage::on_change_elsewhere_here(move |key| shared.sync_with_storage(&key));
        shared
    }

    pub(super) fn setup(self) -> ReadSignal<Setup> {
        self.setup.read_only()
    }

    pub(super) fn list(self) -> ReadSignal<String> {
        self.list.read_only()
    }

    /// Whether the browser has the setup of this tab.
    pub(super) fn is_stored(self) -> bool {
        self.is_stored.get()
    }

    /// Changes the setup, and stores it.
    pub(super) fn change(self, change: impl FnOnce(&mut Setup)) {
        // A tab that was asleep may not know the pages that another one added.
        let stored = self.storage.with_value(BatchStorage::setup);
        let unseen = self.seen.with_value(|seen| stored.pages_beyond(seen));
        self.setup.update(|setup| {
            change(setup);
            if !unseen.is_empty() {
                setup.add(unseen);
                // Otherwise the next letter of the list would remove them.
                self.list.set(setup.paths());
            }
        });
        let setup = self.setup.get_untracked();
        let is_saved = self.storage.with_value(|storage| storage.save_setup(&setup));
        if is_saved {
            self.seen.set_value(setup);
        }
        self.is_stored.set(is_saved);
    }

    /// Replaces the pages by those of a list that is typed.
    pub(super) fn set_list(self, list: String) {
        self.change(|setup| {
            setup.set_paths(&list);
            self.list.set(list);
        });
    }

    /// Changes the pages by other means than the list, which follows.
    pub(super) fn change_pages(self, change: impl FnOnce(&mut Setup)) {
        self.change(|setup| {
            change(setup);
            self.list.set(setup.paths());
        });
    }

    /// Takes over what another tab has stored.
    fn sync_with_storage(self, key: &str) {
        if !self.is_stored.get_untracked() || !self.storage.with_value(|storage| storage.has_setup_key(key)) {
            return;
        }
        let stored = self.storage.with_value(BatchStorage::setup);
        if stored.paths() != self.setup.with_untracked(Setup::paths) {
            self.list.set(stored.paths());
        }
        self.seen.set_value(stored.clone());
        self.setup.set(stored);
    }
}
