//! A template that is being written. The browser stores it until it is saved.

use docket_wire::{NewTemplate, ProjectId, Template, TemplateEdit, TemplateEntry, TemplateId};
use serde::{Deserialize, Serialize};

use crate::browser::storage;
use crate::texts::templates as texts;

/// In place of an id.
const NEW: &str = "new template";

/// What the form of a template holds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct TemplateForm {
    /// As typed.
    pub name: String,
    /// As typed.
    pub text: String,
    /// The version that is edited; 0 for a new template.
    pub version: u32,
}

impl From<Template> for TemplateForm {
    fn from(template: Template) -> Self {
        Self { name: template.name, text: template.text, version: template.version }
    }
}

impl TemplateForm {
    /// What to save, or a sentence about what is wrong with it.
    pub(crate) fn finish(&self) -> Result<TemplateEdit, String> {
        let new = NewTemplate { name: self.name.clone(), text: self.text.clone() };
        let NewTemplate { name, text } =
            new.checked().map_err(|invalid| texts::not_saved(&invalid.to_string()))?;
        Ok(TemplateEdit { name, text, version: self.version })
    }

    fn is_empty(&self) -> bool {
        self.name.is_empty() && self.text.is_empty()
    }
}

/// The storage key of a form: one for each person, project and template.
pub(crate) fn storage_key(person: &str, project: &ProjectId, id: Option<&TemplateId>) -> String {
    let id = id.map_or(NEW, TemplateId::as_str);
    format!("{}{id}", prefix(person, project))
}

/// How the storage keys of a person's forms in a project begin.
fn prefix(person: &str, project: &ProjectId) -> String {
    format!("{}.", storage::key_of("template", person, project.as_str()))
}

/// Takes the form of a template that is none of `templates` any more out of the browser's storage.
pub(crate) fn take_orphan(
    person: &str,
    project: &ProjectId,
    templates: &[TemplateEntry],
) -> Option<TemplateForm> {
    let prefix = prefix(person, project);
    let is_orphan = |slot: &String| {
        let id = slot.strip_prefix(&prefix).and_then(|rest| rest.split('#').next());
        id.is_some_and(|id| id != NEW && !templates.iter().any(|template| template.id.as_str() == id))
    };
    let slot = storage::keys(&prefix).into_iter().find(is_orphan)?;
    let form = read(&slot);
    storage::remove(&slot);
    Some(TemplateForm { version: 0, ..form? })
}

/// The form that this tab stored under a key or, if there is none, that of the latest tab. Every tab has a slot of its own, so
/// that tabs do not overwrite each other's text.
pub(crate) fn load(key: &str) -> Option<TemplateForm> {
    read(&slot(key)).or_else(|| read(&storage::last_key(&slots(key))?))
}

/// The slot of an earlier tab that `form` comes from, if it comes from one.
pub(crate) fn adopted_slot(key: &str, form: &TemplateForm) -> Option<String> {
    let is_own = read(&slot(key)).is_some();
    let earlier = storage::last_key(&slots(key)).filter(|_| !is_own)?;
    (read(&earlier).as_ref() == Some(form)).then_some(earlier)
}

/// Stores the form of this tab. Returns whether the browser has it now.
pub(crate) fn save(key: &str, form: &TemplateForm) -> bool {
    match serde_json::to_string(form) {
        Ok(text) if !form.is_empty() => storage::try_set(&slot(key), &text),
        _ => {
            storage::remove(&slot(key));
            true
        }
    }
}

/// Removes the stored form of this tab, unless it is another one by now, and the one that it comes from.
pub(crate) fn forget(key: &str, own: Option<&TemplateForm>, adopted: Option<&str>) {
    for slot in [Some(slot(key).as_str()), adopted].into_iter().flatten() {
        if own.is_some() && read(slot).as_ref() == own {
            storage::remove(slot);
        }
    }
}

/// Another tab changed the storage: it may have taken over the form of this one, or be a duplicate of it. The form stays this
/// tab's in both cases.
pub(crate) fn keep(key: &str, own: &TemplateForm) {
    let stored = read(&slot(key));
    if stored.as_ref() == Some(own) {
        return;
    }
    if stored.is_some() {
        storage::rename_tab();
    }
    // The next change says if it is not stored.
    let _ = save(key, own);
}

/// The beginning of all slots of a form.
fn slots(key: &str) -> String {
    format!("{key}#")
}

fn slot(key: &str) -> String {
    format!("{key}#{}", storage::tab())
}

fn read(slot: &str) -> Option<TemplateForm> {
    docket_wire::json::from_str(&storage::get(slot)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said() {
        let form = TemplateForm { name: " ".into(), text: "text".into(), version: 2 };
        assert!(form.finish().unwrap_err().starts_with("Not saved: name must have 1 to 80 characters"));
        let form = TemplateForm { name: " Name ".into(), ..form };
        let expected = TemplateEdit { name: "Name".into(), text: "text".into(), version: 2 };
        assert_eq!(form.finish(), Ok(expected));
    }

    #[test]
    fn every_form_has_a_key_of_its_own() {
        let project = |id: &str| id.parse::<ProjectId>().unwrap();
        let id: TemplateId = "tpl_1".parse().unwrap();
        assert_ne!(storage_key("a.1:b", &project("c"), None), storage_key("a", &project("b"), None));
        assert_ne!(storage_key("a", &project("b"), None), storage_key("a", &project("b"), Some(&id)));
    }
}
