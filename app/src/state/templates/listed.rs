//! A template of the list: what is open below it, and the requests that a person starts there.

use docket_wire::{ProjectId, TemplateEntry, TemplateId};
use leptos::prelude::*;

use super::editing::TemplateEditing;
use super::form::TemplateForm;
use crate::browser::focus;
use crate::state::console::{Console, use_console};
use crate::state::pending_request::PendingRequest;
use crate::state::stored_form;
use crate::texts::templates as texts;

/// What is open below a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OpenPart {
    Nothing,
    Editor(TemplateForm),
    Versions,
    Deletion,
}

impl OpenPart {
    fn is_editor(&self) -> bool {
        matches!(self, Self::Editor(_))
    }
}

/// The id of the element of a template.
pub(crate) fn element_id(id: &TemplateId) -> String {
    format!("template-{id}")
}

/// One template of the list. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct ListedTemplate {
    console: Console,
    project: StoredValue<ProjectId>,
    id: StoredValue<TemplateId>,
    /// Where the browser stores its form.
    key: StoredValue<String>,
    /// The latest entry of the template, also after it has left the list.
    pub entry: Memo<TemplateEntry>,
    open: RwSignal<OpenPart>,
    /// The form that was opened last.
    editing: StoredValue<Option<TemplateEditing>>,
    /// Loads the template to edit it, or deletes it.
    pub request: PendingRequest,
    /// Receives a sentence about what changed.
    on_change: Callback<String>,
}

impl ListedTemplate {
    /// `first` is the template as it is at first. An edit that was not saved is continued.
    pub(crate) fn new(
        project: ProjectId,
        first: TemplateEntry,
        templates: Memo<Vec<TemplateEntry>>,
        on_change: Callback<String>,
    ) -> Self {
        let console = use_console();
        let key =
            stored_form::key::<TemplateForm>(&console.auth.person_untracked(), &project, first.id.as_str());
        let open = stored_form::load(&key).map_or(OpenPart::Nothing, OpenPart::Editor);
        let id = StoredValue::new(first.id.clone());
        let entry = Memo::new(move |before: Option<&TemplateEntry>| {
            let of_id = |entry: &&TemplateEntry| id.with_value(|id| entry.id == *id);
            let now = templates.with(|templates| templates.iter().find(of_id).cloned());
            now.or_else(|| before.cloned()).unwrap_or_else(|| first.clone())
        });
        Self {
            console,
            project: StoredValue::new(project),
            id,
            key: StoredValue::new(key),
            entry,
            open: RwSignal::new(open),
            editing: StoredValue::new(None),
            request: PendingRequest::new(),
            on_change,
        }
    }

    pub(crate) fn project(self) -> ProjectId {
        self.project.get_value()
    }

    pub(crate) fn id(self) -> TemplateId {
        self.id.get_value()
    }

    /// Where the browser stores its form.
    pub(crate) fn key(self) -> String {
        self.key.get_value()
    }

    /// The id of its element.
    pub(crate) fn element_id(self) -> String {
        self.id.with_value(element_id)
    }

    pub(crate) fn open(self) -> ReadSignal<OpenPart> {
        self.open.read_only()
    }

    /// A form was opened.
    pub(crate) fn follow(self, editing: TemplateEditing) {
        self.editing.set_value(Some(editing));
    }

    /// Opens a part, or closes it again. A form whose text would be lost asks first, and stays.
    pub(crate) fn toggle(self, part: OpenPart) {
        if self.editing.get_value().is_some_and(TemplateEditing::ask_if_only_here) {
            return;
        }
        self.open.update(|open| *open = if *open == part { OpenPart::Nothing } else { part });
    }

    /// Closes what is open.
    pub(crate) fn close(self) {
        self.open.set(OpenPart::Nothing);
        focus::move_if_on("body", vec![format!("#{}", self.element_id())]);
    }

    /// Opens the form with the newest version.
    pub(crate) fn edit(self) {
        let (project, id) = (self.project(), self.id());
        let name_field = format!("#template-name-{id}");
        // What was typed and not saved is continued, not replaced by what is stored.
        if let Some(form) = self.key.with_value(|key| stored_form::load(key)) {
            if !self.open.with_untracked(OpenPart::is_editor) {
                self.open.set(OpenPart::Editor(form));
            }
            return focus::move_soon(name_field);
        }
        self.request.run(async move {
            let newest = self.console.api.template(&project, &id, None).await?;
            // A second press of the button must not replace what was typed since the first.
            if self.open.try_with_untracked(OpenPart::is_editor) != Some(true) {
                self.open.try_set(OpenPart::Editor(newest.into()));
            }
            focus::move_soon(name_field);
            Ok(())
        });
    }

    /// Deletes the version that the list shows.
    pub(crate) fn delete(self) {
        let (project, id) = (self.project(), self.id());
        let seen = self.entry.with_untracked(|entry| entry.version);
        let Console { api, live_region, .. } = self.console;
        self.request.run(async move {
            // The same words twice would be announced once.
            live_region.set(String::new());
            if let Err(error) = api.delete_template(&project, &id, seen).await {
                // Another person may have edited it: the list shows the version that the next try deletes.
                self.on_change.try_run(String::new());
                return Err(error);
            }
            if self.on_change.try_run(texts::TEMPLATE_DELETED.to_owned()).is_some() {
                self.open.try_set(OpenPart::Nothing);
                focus::move_if_on("body", vec!["h1".to_owned()]);
            }
            Ok(())
        });
    }

    /// The form was saved. What the person has opened meanwhile stays open.
    pub(crate) fn end_edit(self, announcement: String) {
        if self.open.with_untracked(OpenPart::is_editor) {
            self.close();
        }
        self.on_change.run(announcement);
    }

    /// An older version was restored. What the person has opened meanwhile stays open.
    pub(crate) fn end_restore(self, announcement: String) {
        if self.open.with_untracked(|open| *open == OpenPart::Versions) {
            self.close();
        }
        self.on_change.run(announcement);
    }

    /// Another person has saved a newer version than the list shows.
    pub(crate) fn mark_outdated(self) {
        self.on_change.run(String::new());
    }
}
