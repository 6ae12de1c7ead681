//! A new template of a page: its form, and what the browser has of it.

use docket_wire::{ProjectId, TemplateEntry};
use leptos::prelude::*;

use super::form::{self, TemplateForm};
use crate::browser::focus;
use crate::state::stored_form;

/// The form of a new template, while it is open. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct NewTemplateForm {
    /// What the form had when it was opened.
    form: RwSignal<Option<TemplateForm>>,
    /// Where the browser stores it.
    key: StoredValue<String>,
}

impl NewTemplateForm {
    /// Continues what `person` has typed and not saved.
    pub(crate) fn new(person: &str, project: &ProjectId) -> Self {
        let key = stored_form::key::<TemplateForm>(person, project, form::NEW);
        Self { form: RwSignal::new(stored_form::load(&key)), key: StoredValue::new(key) }
    }

    /// What the form had when it was opened, or `None` while it is closed.
    pub(crate) fn form(self) -> ReadSignal<Option<TemplateForm>> {
        self.form.read_only()
    }

    /// Whether the form is open.
    pub(crate) fn is_open(self) -> bool {
        self.form.with(Option::is_some)
    }

    /// Where the browser stores the form.
    pub(crate) fn key(self) -> String {
        self.key.get_value()
    }

    /// Opens the form. A starter is stored at once, so that a reload keeps it open.
    pub(crate) fn open(self, form: TemplateForm) {
        self.key.with_value(|key| stored_form::save(key, &form));
        self.form.set(Some(form));
        focus::move_soon("#template-name-new");
    }

    /// Closes the form.
    pub(crate) fn close(self) {
        self.form.set(None);
    }

    /// Opens the form with what `person` had typed into a template that somebody has deleted, so that it can be saved as a new one.
    pub(crate) fn take_orphan(self, person: &str, project: &ProjectId, templates: &[TemplateEntry]) {
        if self.form.with_untracked(Option::is_none)
            && let Some(form) = form::take_orphan(person, project, templates)
        {
            self.key.with_value(|key| stored_form::save(key, &form));
            self.form.set(Some(form));
        }
    }
}
