//! The browser stores what a person types into a form until it is used. Every tab has a slot of its own, so that tabs do not
//! overwrite each other's text. A new tab continues with the text of the latest one.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::browser::storage;

/// What a form holds.
pub(crate) trait FormContent: Clone + PartialEq + Serialize + DeserializeOwned {
    /// Whether there is nothing to store.
    fn is_empty(&self) -> bool;
}

/// What the browser has of a form of this tab.
#[derive(Debug, Clone)]
pub(crate) struct StoredForm<T> {
    key: String,
    /// What is stored.
    own: Option<T>,
    /// The slot of an earlier tab that it comes from, until this tab has stored it.
    adopted: Option<String>,
}

impl<T: FormContent> StoredForm<T> {
    /// What the browser has of `form`, which may come from [`load`].
    pub(crate) fn new(key: String, form: &T) -> Self {
        let of_this_tab = storage::get_json::<T>(&slot(&key));
        let earlier = storage::last_key(&slots(&key)).filter(|_| of_this_tab.is_none());
        let adopted = earlier.filter(|earlier| storage::get_json::<T>(earlier).as_ref() == Some(form));
        let is_stored = adopted.is_some() || of_this_tab.as_ref() == Some(form);
        Self { key, own: is_stored.then(|| form.clone()), adopted }
    }

    /// Stores the form. Returns whether the browser has it now.
    pub(crate) fn save(&mut self, form: &T) -> bool {
        let is_saved = save(&self.key, form);
        if is_saved {
            self.own = Some(form.clone());
            // If the earlier tab is still open, it stores its own again.
            if let Some(slot) = self.adopted.take() {
                storage::remove(&slot);
            }
        }
        is_saved
    }

    /// Removes the stored form, unless it is another one by now, and the one that it comes from.
    pub(crate) fn forget(&self) {
        for slot in [Some(slot(&self.key)), self.adopted.clone()].into_iter().flatten() {
            if self.own.is_some() && storage::get_json(&slot) == self.own {
                storage::remove(&slot);
            }
        }
    }

    /// Removes the stored form while the form stays open, so that [`StoredForm::reclaim`] does not bring it back.
    pub(crate) fn clear(&mut self) {
        self.forget();
        self.own = None;
        self.adopted = None;
    }

    /// Another tab changed the storage: it may have taken over the form of this one, or be a duplicate of it. The form stays
    /// this tab's in both cases.
    pub(crate) fn reclaim(&self) {
        // What this tab has only read belongs to the other one.
        let Some(own) = self.own.as_ref().filter(|_| self.adopted.is_none()) else { return };
        let stored = storage::get_json(&slot(&self.key));
        if stored.as_ref() == Some(own) {
            return;
        }
        if stored.is_some() {
            storage::rename_tab();
        }
        // The next change says if it is not stored.
        let _ = save(&self.key, own);
    }
}

/// The form that this tab stored under a key or, if there is none, that of the latest tab.
pub(crate) fn load<T: FormContent>(key: &str) -> Option<T> {
    storage::get_json(&slot(key)).or_else(|| storage::get_json(&storage::last_key(&slots(key))?))
}

/// Stores the form of this tab. Returns whether the browser has it now.
pub(crate) fn save<T: FormContent>(key: &str, form: &T) -> bool {
    storage::set_json(&slot(key), (!form.is_empty()).then_some(form))
}

/// The beginning of all slots of a form.
pub(super) fn slots(key: &str) -> String {
    format!("{key}#")
}

/// The slot of this tab.
pub(super) fn slot(key: &str) -> String {
    format!("{key}#{}", storage::tab())
}
