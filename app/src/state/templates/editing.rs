//! The editing of a template: its form, what the browser has of it, and the request that saves it.

use docket_wire::{NewTemplate, ProblemCode, ProjectId, Template, TemplateEdit, TemplateId};
use leptos::prelude::*;

use super::form::TemplateForm;
use super::starters::is_starter;
use crate::api::{Api, ApiError};
use crate::browser::focus;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::state::stored_form::FormStorage;
use crate::texts::templates as texts;

/// The safe answer to the question before a form is closed.
const SAFE_ANSWER: &str = ".template-form .actions__question button:last-of-type";

/// What the page does about the end of an edit, and about an edit of another person.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EditingCallbacks {
    /// Receives a sentence about what was saved.
    pub on_saved: Callback<String>,
    /// Closes the form. What it holds is gone.
    pub on_close: Callback<()>,
    /// Learns that there is a newer version than the one that is edited.
    pub on_outdated: Option<Callback<()>>,
}

/// A template that is being edited or created. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct TemplateEditing {
    api: Api,
    project: StoredValue<ProjectId>,
    /// The template, or `None` to create one.
    id: StoredValue<Option<TemplateId>>,
    /// What is typed.
    pub form: RwSignal<TemplateForm>,
    storage: FormStorage<TemplateForm>,
    request: PendingRequest,
    /// Whether the form asks before it discards what is typed.
    pub is_asking: RwSignal<bool>,
    callbacks: EditingCallbacks,
}

impl TemplateEditing {
    /// Edits a template, or creates one. `form` is what is typed at first, and `key` where the browser stores it.
    pub(crate) fn new(
        project: ProjectId,
        id: Option<TemplateId>,
        form: TemplateForm,
        key: String,
        callbacks: EditingCallbacks,
    ) -> Self {
        Self {
            api: use_console().api,
            project: StoredValue::new(project),
            id: StoredValue::new(id),
            storage: FormStorage::new(key, &form),
            form: RwSignal::new(form),
            request: PendingRequest::new(),
            is_asking: RwSignal::new(false),
            callbacks,
        }
    }

    pub(crate) fn project(self) -> ProjectId {
        self.project.get_value()
    }

    /// Whether a reload keeps what is typed. `None` as long as nothing is.
    pub(crate) fn is_stored(self) -> Option<bool> {
        self.storage.is_stored()
    }

    /// Whether the form is being saved.
    pub(crate) fn is_pending(self) -> bool {
        self.request.is_pending()
    }

    /// Why the form was not saved.
    pub(crate) fn failure(self) -> Option<EditFailure> {
        let error = self.request.error().get()?;
        Some(EditFailure::of(error, self.id.get_value()))
    }

    /// Whether the error is about this field.
    pub(crate) fn is_invalid(self, field: &str) -> bool {
        self.request
            .error()
            .with(|error| error.as_ref().is_some_and(|error| error.field.as_deref() == Some(field)))
    }

    pub(crate) fn set_name(self, name: String) {
        self.form.update(|form| form.name = name);
        self.store();
    }

    pub(crate) fn set_text(self, text: String) {
        self.form.update(|form| form.text = text);
        self.store();
    }

    fn store(self) {
        self.form.with_untracked(|form| self.storage.save(form));
    }

    /// Saves the form, unless that is under way or something is wrong with it.
    pub(crate) fn save(self) {
        if self.request.is_pending_untracked() {
            return;
        }
        let edit = match self.form.with_untracked(TemplateForm::finish) {
            Ok(edit) => edit,
            Err(invalid) => {
                let error = ApiError::local_in(invalid.field(), texts::not_saved(&invalid));
                return self.request.reject_with(error);
            }
        };
        // The person may leave the page before the response.
        let (project, id, stored) = (self.project.get_value(), self.id.get_value(), self.storage.stored());
        self.request.run(async move {
            let saved = self.send(&project, id, edit).await?;
            // The form has taken no text meanwhile.
            stored.forget();
            self.callbacks.on_saved.try_run(texts::template_saved(&saved.name, saved.version));
            focus::move_if_on("body", vec!["h1".to_owned()]);
            Ok(())
        });
    }

    async fn send(
        self,
        project: &ProjectId,
        id: Option<TemplateId>,
        edit: TemplateEdit,
    ) -> Result<Template, ApiError> {
        let Some(id) = id else {
            let TemplateEdit { name, text, .. } = edit;
            return self.api.create_template(project, &NewTemplate { name, text }).await;
        };
        self.api.edit_template(project, &id, &edit).await.inspect_err(|error| {
            let is_conflict = error.code == Some(ProblemCode::TemplateConflict);
            if let Some(on_outdated) = self.callbacks.on_outdated.filter(|_| is_conflict) {
                on_outdated.try_run(());
            }
        })
    }

    /// Saves the form as a new template, because somebody has deleted the one that is edited.
    pub(crate) fn save_as_new(self) {
        self.id.set_value(None);
        self.save();
    }

    /// Saves the form over the version that another person has saved, once the person has seen that.
    pub(crate) fn save_over(self, newest: u32) {
        self.form.update(|form| form.version = newest);
        self.store();
        self.save();
    }

    /// Puts the version that another person has saved in place of what is typed.
    pub(crate) fn take_newest(self, newest: Template) {
        self.storage.clear();
        self.form.set(newest.into());
        self.request.dismiss();
    }

    /// Closes the form, after a question if anything is typed: nobody misses a form that is as it was opened.
    pub(crate) fn leave(self) {
        let has_typed = untrack(|| self.is_stored()).is_some() && !self.form.with_untracked(is_starter);
        if has_typed {
            self.is_asking.set(true);
        } else {
            self.close();
        }
    }

    /// Asks before another part takes the place of the form, if the browser does not have what is typed. Returns whether it does.
    pub(crate) fn ask_if_only_here(self) -> bool {
        let is_only_here = self.storage.is_only_here();
        if is_only_here {
            self.is_asking.set(true);
            // The question may be open already.
            focus::move_soon(SAFE_ANSWER);
        }
        is_only_here
    }

    /// Discards what is typed.
    pub(crate) fn close(self) {
        // The response decides whether there is anything to discard.
        if self.request.is_pending_untracked() {
            return;
        }
        self.storage.forget();
        self.callbacks.on_close.run(());
        focus::move_if_on("body", vec!["h1".to_owned()]);
    }
}

/// Why a template was not saved, by what the person can do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EditFailure {
    /// Another person saved first.
    Conflict(TemplateId, ApiError),
    /// Somebody has deleted the template.
    Deleted(ApiError),
    Other(ApiError),
}

impl EditFailure {
    fn of(error: ApiError, id: Option<TemplateId>) -> Self {
        match (error.code, id) {
            (Some(ProblemCode::TemplateConflict), Some(id)) => Self::Conflict(id, error),
            (Some(ProblemCode::UnknownTemplate), Some(_)) => Self::Deleted(error),
            _ => Self::Other(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_template_that_exists_can_have_been_edited_or_deleted_by_others() {
        let error = |code| ApiError { code: Some(code), ..ApiError::local("Not saved.") };
        let id: TemplateId = "tpl_1".parse().unwrap();
        let conflict = error(ProblemCode::TemplateConflict);
        let deleted = error(ProblemCode::UnknownTemplate);
        let of_known = |error: &ApiError| EditFailure::of(error.clone(), Some(id.clone()));
        assert_eq!(of_known(&conflict), EditFailure::Conflict(id.clone(), conflict.clone()));
        assert_eq!(of_known(&deleted), EditFailure::Deleted(deleted.clone()));
        for error in [conflict, deleted] {
            assert_eq!(EditFailure::of(error.clone(), None), EditFailure::Other(error));
        }
    }
}
