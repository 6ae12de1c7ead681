//! The browser stores what a person types into a form until it is used. Every tab has a slot of its own, so that tabs do not
//! overwrite each other's text. A new tab continues with the text of the latest one. If that storage is full, the one of the tab keeps
//! the text until the tab is closed.

use docket_wire::ProjectId;
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::browser::storage;

/// What a form holds.
pub(crate) trait FormContent:
    Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Its word in the keys of the storage.
    const KIND: &'static str;

    /// Whether there is nothing to store.
    fn is_empty(&self) -> bool;
}

/// The browser's copy of a form that is open. Copies are handles to the same one.
#[derive(Debug)]
pub(crate) struct FormStorage<T: 'static> {
    stored: StoredValue<StoredForm<T>>,
    is_stored: RwSignal<Option<bool>>,
}

impl<T> Clone for FormStorage<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FormStorage<T> {}

impl<T: FormContent> FormStorage<T> {
    /// What the browser has of `form`, which may come from [`load`].
    pub(crate) fn new(key: String, form: &T) -> Self {
        let stored = StoredForm::new(key, form);
        let is_stored = match storage::get_of_tab(&stored.key) {
            Some(_) => Some(false),
            None => (stored.own.is_some() && !form.is_empty()).then_some(true),
        };
        let stored = StoredValue::new(stored);
        storage::on_change_elsewhere_here(move |_| stored.with_value(StoredForm::reclaim));
        Self { stored, is_stored: RwSignal::new(is_stored) }
    }

    /// Whether the browser keeps what is typed, also when the tab is closed. `None` as long as nothing is.
    pub(crate) fn is_stored(self) -> Option<bool> {
        self.is_stored.get()
    }

    /// Whether what is typed would be gone with the tab. False once the form is gone.
    pub(crate) fn is_only_here(self) -> bool {
        self.is_stored.try_get_untracked().flatten() == Some(false)
    }

    /// Stores the form, after a person has changed it.
    pub(crate) fn save(self, form: &T) {
        let is_saved = self.stored.try_update_value(|stored| stored.save(form));
        self.is_stored.set(is_saved.filter(|_| !form.is_empty()));
    }

    /// Removes the stored form. What the form holds from now on, nobody has typed.
    pub(crate) fn clear(self) {
        self.stored.update_value(StoredForm::clear);
        self.is_stored.set(None);
    }

    /// Removes the stored form, because the form is done with.
    pub(crate) fn forget(self) {
        self.stored.try_with_value(StoredForm::forget);
    }

    /// The stored form as it is now. A request can remove it after the form is gone.
    pub(crate) fn stored(self) -> StoredForm<T> {
        self.stored.get_value()
    }
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
        storage::set_of_tab(&self.key, "");
        for slot in [Some(slot(&self.key)), self.adopted.clone()].into_iter().flatten() {
            if self.own.is_some() && storage::get_json(&slot) == self.own {
                storage::remove(&slot);
            }
        }
    }

    /// Removes the stored form while the form stays open, so that [`StoredForm::reclaim`] does not bring it back.
    fn clear(&mut self) {
        self.forget();
        self.own = None;
        self.adopted = None;
    }

    /// The form of an earlier tab that this tab shows and has not stored itself, as that tab has it now; empty once it is gone.
    pub(crate) fn adopted(&self) -> Option<T>
    where
        T: Default,
    {
        self.adopted.as_ref().map(|slot| storage::get_json(slot).unwrap_or_default())
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

/// The key of a form: one for each kind, person, project and target, such as a job.
pub(crate) fn key<T: FormContent>(person: &str, project: &ProjectId, target: &str) -> String {
    format!("{}.{target}", storage::key_of(T::KIND, person, project.as_str()))
}

/// The form that this tab has under a key or, if there is none, that of the latest tab.
pub(crate) fn load<T: FormContent>(key: &str) -> Option<T> {
    let of_tab = storage::get_of_tab(key).and_then(|text| docket_wire::json::from_str(&text).ok());
    of_tab
        .or_else(|| storage::get_json(&slot(key)))
        .or_else(|| storage::get_json(&storage::last_key(&slots(key))?))
}

/// Stores the form of this tab. Returns whether the browser has it now.
pub(crate) fn save<T: FormContent>(key: &str, form: &T) -> bool {
    let content = (!form.is_empty()).then_some(form);
    let is_stored = storage::set_json(&slot(key), content);
    let of_tab = content.filter(|_| !is_stored).and_then(|form| serde_json::to_string(form).ok());
    storage::set_of_tab(key, &of_tab.unwrap_or_default());
    is_stored
}

/// The beginning of all slots of a form.
fn slots(key: &str) -> String {
    format!("{key}#")
}

/// The slot of this tab.
fn slot(key: &str) -> String {
    format!("{key}#{}", storage::tab())
}

#[cfg(test)]
mod tests {
    use super::*;

    impl FormContent for String {
        const KIND: &'static str = "text";

        fn is_empty(&self) -> bool {
            self.as_str().is_empty()
        }
    }

    #[test]
    fn every_target_has_a_key_of_its_own() {
        let key_of = |person: &str, project: &str, target: &str| {
            key::<String>(person, &project.parse().unwrap(), target)
        };
        assert_eq!(key_of("ada", "docs", "job_1"), "docket.text.3:ada.4:docs.job_1");
        assert_ne!(key_of("a.1:b", "c", "job_1"), key_of("a", "b", "job_1"));
    }
}
