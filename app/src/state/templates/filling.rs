//! Values for the variables of a template. The browser stores them until the prompt is filled in.

use docket_wire::{FIGURES_VARIABLE, PAGE_VARIABLE, fill, variables};
use serde::{Deserialize, Serialize};

use crate::state::stored_form::FormContent;
use crate::texts::templates as texts;

/// A template, and the values of its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filling {
    text: String,
    /// In the order of the variables.
    values: VariableValues,
}

/// Variables and their values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct VariableValues(Vec<(String, String)>);

impl VariableValues {
    fn value(&self, name: &str) -> String {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

impl FormContent for VariableValues {
    const KIND: &'static str = "values";

    fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, value)| value.is_empty())
    }
}

impl Filling {
    /// A template with the values of a page, if there is one, and for the rest those that were typed before.
    pub(crate) fn new(text: String, page: &str, figures: &str, typed: &VariableValues) -> Self {
        let value = |name: &str| match name {
            PAGE_VARIABLE if !page.is_empty() => page.to_owned(),
            FIGURES_VARIABLE if !page.is_empty() => figures.to_owned(),
            _ => typed.value(name),
        };
        let values = variables(&text).into_iter().map(|name| (name.clone(), value(&name))).collect();
        Self { text, values: VariableValues(values) }
    }

    /// The variables with their values.
    pub(crate) fn values(&self) -> &VariableValues {
        &self.values
    }

    /// The variables, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.values.0.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The value of a variable.
    pub(crate) fn value(&self, name: &str) -> String {
        self.values.value(name)
    }

    /// Sets the value of a variable.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        if let Some((_, known)) = self.values.0.iter_mut().find(|(known, _)| known == name) {
            *known = value;
        }
    }

    /// The prompt, or a sentence about the first variable without a value.
    pub(crate) fn finish(&self) -> Result<String, String> {
        let value = |name: &str| Some(self.value(name)).filter(|value| !value.trim().is_empty());
        fill(&self.text, value).map_err(|missing| texts::fill_in(&texts::variable(&missing.0)))
    }

    /// The prompt as far as it is filled in: a variable without a value stays as it is in the template.
    pub(crate) fn preview(&self) -> String {
        let value = |name: &str| Some(self.value(name)).filter(|value| !value.trim().is_empty());
        let shown = |name: &str| value(name).or_else(|| Some(format!("{{{{{name}}}}}")));
        fill(&self.text, shown).unwrap_or_else(|_| self.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::storage::assert_stored_as;

    #[test]
    fn the_stored_form_of_values_is_pinned() {
        let values = vec![("page".into(), "/a".into()), ("tone".into(), "calm".into())];
        assert_stored_as(&VariableValues(values), r#"[["page","/a"],["tone","calm"]]"#);
        assert_eq!(VariableValues::KIND, "values", "it is part of the key");
    }

    #[test]
    fn a_prompt_needs_a_value_for_each_variable() {
        let text = "On {{page}} for {{tone}}: {{figures}}".to_owned();
        let mut filling = Filling::new(text, "/a", "12 visitors", &VariableValues::default());
        assert_eq!(filling.names(), ["page", "tone", "figures"]);
        assert_eq!(filling.finish(), Err("Fill in tone.".into()));
        assert_eq!(filling.preview(), "On /a for {{tone}}: 12 visitors");
        filling.set("tone", " ".into());
        assert!(filling.finish().is_err());
        filling.set("tone", "{{page}}".into());
        assert_eq!(
            filling.finish(),
            Ok("On /a for {{page}}: 12 visitors".into()),
            "values are not filled in"
        );
        filling.set("page", String::new());
        assert_eq!(filling.finish(), Err("Fill in Page.".into()));
    }

    #[test]
    fn values_that_were_typed_before_come_back_but_those_of_a_page_are_its_own() {
        let text = "On {{page}} for {{tone}}: {{figures}}".to_owned();
        let mut filling = Filling::new(text.clone(), "", "", &VariableValues::default());
        for (name, value) in [("page", "/old"), ("tone", "calm"), ("figures", "1 visitor")] {
            filling.set(name, value.into());
        }
        assert_eq!(Filling::new(text.clone(), "", "", filling.values()), filling);
        let about_page = Filling::new(text, "/new", "2 visitors", filling.values());
        assert_eq!(about_page.preview(), "On /new for calm: 2 visitors");
    }
}
