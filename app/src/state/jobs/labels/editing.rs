//! The editing of a job's labels: what is typed, what the browser has of it, and the merge with the changes of others.

use std::sync::Arc;

use docket_wire::{InvalidLabel, JobEntry, JobId, Label, ProjectId};
use leptos::prelude::*;

use super::draft::LabelDraft;
use super::{labels, labels_text, merged};
use crate::state::stored_form::{self, FormStorage, StoredForm};

/// The labels of a job as text. They are those of the job until a person types something else, which the browser then keeps until
/// it is saved. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct LabelEditing {
    /// The text of the field.
    pub text: StoredValue<String>,
    /// What the form showed before the person changed it.
    before: StoredValue<String>,
    /// The field shows another text than what was typed into it.
    replaced: Trigger,
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
        // A poll changes the job, but must not rebuild the form that a person is typing in.
        let labels_of_job = Memo::new(move |_| {
            job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
        });
        let key = stored_form::key::<LabelDraft>(person, project, id.as_str());
        let draft: LabelDraft = stored_form::load(&key).unwrap_or_default();
        let storage = FormStorage::new(key, &draft);
        let (text, before) = (StoredValue::new(draft.text), StoredValue::new(draft.before));
        let editing = Self { text, before, replaced: Trigger::new(), storage };
        Effect::new(move || {
            let current = labels_of_job.get();
            let typed = text.get_value();
            if current == typed || labels(&before.get_value()).ok() == labels(&typed).ok() {
                editing.show(current);
            }
        });
        editing
    }

    /// Tracks when the field has to be built again, with another text.
    pub(crate) fn track(self) {
        self.replaced.track();
    }

    /// Whether a reload keeps what is typed. `None` as long as nothing is.
    pub(crate) fn is_stored(self) -> Option<bool> {
        self.storage.is_stored()
    }

    /// Stores what is typed.
    pub(crate) fn store(self) {
        self.storage.save(&LabelDraft { text: self.text.get_value(), before: self.before.get_value() });
    }

    /// What is stored now. A request can remove it after the form is gone.
    pub(crate) fn stored(self) -> StoredForm<LabelDraft> {
        self.storage.stored()
    }

    /// The labels to save for a text: those that others have added meanwhile stay.
    ///
    /// # Errors
    /// If a label is invalid.
    pub(crate) fn merged(self, text: &str, job: &JobEntry) -> Result<Vec<Label>, InvalidLabel> {
        let typed = labels(text)?;
        let known = labels(&self.before.get_value()).unwrap_or_default();
        Ok(merged(&job.labels, &known, &typed))
    }

    /// The text `sent` was saved. Shows the labels that the job has now, unless the person has left the page or typed on; returns
    /// whether it does.
    pub(crate) fn end_save(self, sent: String, saved: &[Label]) -> bool {
        let now = self.text.try_get_value();
        let is_same = now.as_ref() == Some(&sent);
        if is_same {
            self.show(labels_text(saved));
        } else if now.is_some() {
            self.before.set_value(sent);
            self.store();
        }
        is_same
    }

    /// Shows labels that nobody has to save.
    fn show(self, labels: String) {
        let is_shown = self.text.get_value() == labels;
        self.storage.clear();
        self.before.set_value(labels.clone());
        if !is_shown {
            self.text.set_value(labels);
            self.replaced.notify();
        }
    }
}
