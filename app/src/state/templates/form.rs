//! A template that is being written. The browser stores it until it is saved.

use docket_wire::{NewTemplate, ProjectId, Template, TemplateEdit, TemplateId};
use serde::{Deserialize, Serialize};

use crate::browser::storage;
use crate::texts::templates as texts;

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
    let id = id.map_or("new template", TemplateId::as_str);
    format!("{}.{id}", storage::key_of("template", person, project.as_str()))
}

/// The form that the browser stored.
pub(crate) fn load(key: &str) -> Option<TemplateForm> {
    serde_json::from_str(&storage::get(key)?).ok()
}

/// Stores the form. Returns whether the browser has it now.
pub(crate) fn save(key: &str, form: &TemplateForm) -> bool {
    match serde_json::to_string(form) {
        Ok(text) if !form.is_empty() => storage::try_set(key, &text),
        _ => {
            storage::remove(key);
            true
        }
    }
}

/// Removes the stored form, unless another tab has stored another one since.
pub(crate) fn forget(key: &str, own: Option<&TemplateForm>) {
    if load(key).as_ref() == own {
        storage::remove(key);
    }
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
