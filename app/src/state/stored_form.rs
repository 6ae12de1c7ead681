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
        let of_this_tab = read::<T>(&slot(&key));
        let earlier = storage::last_key(&slots(&key)).filter(|_| of_this_tab.is_none());
        let adopted = earlier.filter(|earlier| read::<T>(earlier).as_ref() == Some(form));
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
            if self.own.is_some() && read(&slot) == self.own {
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
        let stored = read(&slot(&self.key));
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
    read(&slot(key)).or_else(|| read(&storage::last_key(&slots(key))?))
}

/// Stores the form of this tab. Returns whether the browser has it now.
pub(crate) fn save<T: FormContent>(key: &str, form: &T) -> bool {
    match serde_json::to_string(form) {
        Ok(text) if !form.is_empty() => storage::try_set(&slot(key), &text),
        _ => {
            storage::remove(&slot(key));
            true
        }
    }
}

/// The form of a slot.
pub(crate) fn read<T: FormContent>(slot: &str) -> Option<T> {
    docket_wire::json::from_str(&storage::get(slot)?).ok()
}

/// The beginning of all slots of a form.
fn slots(key: &str) -> String {
    format!("{key}#")
}

fn slot(key: &str) -> String {
    format!("{key}#{}", storage::tab())
}
