//! The editing of a job's labels: what is typed, what the browser has of it, and the merge with the changes of others.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, Label, ProjectId};
use leptos::prelude::*;

use super::draft::LabelDraft;
use super::{checked, labels, labels_of_job, labels_text, merged};
use crate::state::stored_form::{self, FormStorage, StoredForm};

/// The labels of a job as text. They are those of the job until a person types something else, which the browser then keeps until
/// it is saved. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct LabelEditing {
    /// The text of the field.
    pub text: RwSignal<String>,
    /// What the form showed before the person changed it.
    before: StoredValue<String>,
    storage: FormStorage<LabelDraft>,
}

impl LabelEditing {
    /// Continues what `person` has typed for a job and not saved. Follows the labels of `job`.
    pub(crate) fn new(
        person: &str,
        project: &ProjectId,
        id: &JobId,
        job: Memo<Option<Arc<JobEntry>>>,
    ) -> Self {
        // A poll changes the job, but not what a person is typing.
        let labels_of_job = Memo::new(move |_| {
            job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
        });
        let key = stored_form::key::<LabelDraft>(person, project, id.as_str());
        let draft: LabelDraft = stored_form::load(&key).unwrap_or_default();
        let storage = FormStorage::new(key, &draft);
        let (text, before) = (RwSignal::new(draft.text), StoredValue::new(draft.before));
        let editing = Self { text, before, storage };
        Effect::new(move || {
            let current = labels_of_job.get();
            let typed = text.get_untracked();
            if current == typed || labels(&before.get_value()).ok() == labels(&typed).ok() {
                editing.show(current);
            }
        });
        editing
    }

    /// Whether a reload keeps what is typed. `None` as long as nothing is.
    pub(crate) fn is_stored(self) -> Option<bool> {
        self.storage.is_stored()
    }

    /// Replaces the text as a person types it, and stores it.
    pub(crate) fn change(self, text: String) {
        self.text.set(text);
        self.store();
    }

    fn store(self) {
        self.storage.save(&LabelDraft { text: self.text.get_untracked(), before: self.before.get_value() });
    }

    /// What is stored now. A request can remove it after the form is gone.
    pub(crate) fn stored(self) -> StoredForm<LabelDraft> {
        self.storage.stored()
    }

    /// The labels to save for a text: those that others have added meanwhile stay.
    ///
    /// # Errors
    /// The rule that they break.
    pub(crate) fn merged(self, text: &str, job: &JobEntry) -> Result<Vec<Label>, String> {
        let typed = labels_of_job(text)?;
        let known = labels(&self.before.get_value()).unwrap_or_default();
        checked(merged(&job.labels, &known, &typed))
    }

    /// The text `sent` was saved. Shows the labels that the job has now, unless the person has left the page or typed on.
    pub(crate) fn end_save(self, sent: String, saved: &[Label]) {
        let Some(now) = self.text.try_get_untracked() else { return };
        if now == sent {
            self.show(labels_text(saved));
        } else {
            self.before.set_value(sent);
            self.store();
        }
    }

    /// Shows labels that nobody has to save.
    fn show(self, labels: String) {
        self.storage.clear();
        self.before.set_value(labels.clone());
        self.text.set(labels);
    }
}
