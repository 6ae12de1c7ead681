//! A template that is being written. The browser stores it until it is saved.

use docket_wire::{InvalidTemplate, NewTemplate, ProjectId, Template, TemplateEdit, TemplateEntry};
use serde::{Deserialize, Serialize};

use crate::browser::storage;
use crate::state::stored_form::{self, FormContent};

/// In place of an id in the key of a form.
pub(super) const NEW: &str = "new template";

/// What the form of a template holds, as typed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct TemplateForm {
    pub name: String,
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
    pub(crate) fn finish(&self) -> Result<TemplateEdit, InvalidTemplate> {
        let new = NewTemplate { name: self.name.clone(), text: self.text.clone() };
        let NewTemplate { name, text } = new.checked()?;
        Ok(TemplateEdit { name, text, version: self.version })
    }
}

impl FormContent for TemplateForm {
    const KIND: &'static str = "template";

    fn is_empty(&self) -> bool {
        self.name.is_empty() && self.text.is_empty()
    }
}

/// Takes the form of a template that is none of `templates` any more out of the browser's storage.
pub(crate) fn take_orphan(
    person: &str,
    project: &ProjectId,
    templates: &[TemplateEntry],
) -> Option<TemplateForm> {
    let prefix = stored_form::key::<TemplateForm>(person, project, "");
    let is_orphan = |slot: &String| {
        let id = slot.strip_prefix(&prefix).and_then(|rest| rest.split('#').next());
        id.is_some_and(|id| id != NEW && !templates.iter().any(|template| template.id.as_str() == id))
    };
    let slot = storage::keys(&prefix).into_iter().find(is_orphan)?;
    let form = storage::get_json(&slot);
    storage::remove(&slot);
    Some(TemplateForm { version: 0, ..form? })
}

#[cfg(test)]
mod tests {
    use docket_wire::TemplateId;

    use super::*;
    use crate::browser::storage::assert_stored_as;

    #[test]
    fn the_stored_form_is_pinned() {
        let form = TemplateForm { name: "Update".into(), text: "Update {{page}}.".into(), version: 2 };
        assert_stored_as(&form, r#"{"name":"Update","text":"Update {{page}}.","version":2}"#);
        assert_eq!(TemplateForm::KIND, "template", "it is part of the key");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let form = TemplateForm { name: " ".into(), text: "text".into(), version: 2 };
        assert_eq!(form.finish(), Err(InvalidTemplate::Name));
        let form = TemplateForm { name: " Name ".into(), ..form };
        let expected = TemplateEdit { name: "Name".into(), text: "text".into(), version: 2 };
        assert_eq!(form.finish(), Ok(expected));
    }

    #[test]
    fn a_new_template_has_the_key_of_no_other() {
        assert!(NEW.parse::<TemplateId>().is_err());
    }
}
