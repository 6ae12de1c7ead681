//! Values for the variables of a template. Pure.

use docket_wire::{FIGURES_VARIABLE, PAGE_VARIABLE, fill, variables};

use crate::texts::templates as texts;

/// A template, and the values of its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filling {
    text: String,
    /// Variables and values, in the order of the variables.
    values: Vec<(String, String)>,
}

impl Filling {
    /// A template whose variables have no values but those of a page.
    pub(crate) fn new(text: String, page: &str, figures: &str) -> Self {
        let value = |name: &str| match name {
            PAGE_VARIABLE => page.to_owned(),
            FIGURES_VARIABLE => figures.to_owned(),
            _ => String::new(),
        };
        let values = variables(&text).into_iter().map(|name| (name.clone(), value(&name))).collect();
        Self { text, values }
    }

    /// The variables, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.values.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The value of a variable.
    pub(crate) fn value(&self, name: &str) -> String {
        self.values
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
            .unwrap_or_default()
    }

    /// Sets the value of a variable.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        if let Some((_, known)) = self.values.iter_mut().find(|(known, _)| known == name) {
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

    #[test]
    fn a_prompt_needs_a_value_for_each_variable() {
        let mut filling = Filling::new("On {{page}} for {{tone}}: {{figures}}".into(), "/a", "12 visitors");
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
}
