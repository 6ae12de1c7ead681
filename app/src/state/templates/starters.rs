//! Templates to begin with.

use super::form::TemplateForm;
use crate::texts::templates as texts;

/// Name and text of a template that fits most teams that write documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Starter {
    pub name: &'static str,
    pub text: &'static str,
}

/// The templates that are offered until they are used.
pub(crate) const STARTERS: [Starter; 3] = [
    Starter { name: texts::RELEASE_NAME, text: texts::RELEASE_PROMPT },
    Starter { name: texts::POPULAR_PAGE_NAME, text: texts::POPULAR_PAGE_PROMPT },
    Starter { name: texts::QUOTABLE_PAGE_NAME, text: texts::QUOTABLE_PAGE_PROMPT },
];

/// Whether a form has a starter as it is offered.
pub(super) fn is_starter(form: &TemplateForm) -> bool {
    STARTERS.iter().any(|starter| *form == TemplateForm::from(*starter))
}

impl From<Starter> for TemplateForm {
    fn from(Starter { name, text }: Starter) -> Self {
        Self { name: name.into(), text: text.into(), version: 0 }
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{NewTemplate, variables};

    use super::*;

    #[test]
    fn every_starter_is_a_valid_template_about_a_page() {
        for Starter { name, text } in STARTERS {
            let new = NewTemplate { name: name.into(), text: text.into() };
            assert_eq!(new.clone().checked(), Ok(new));
            assert!(variables(text).iter().any(|variable| variable == "page"), "{name}");
        }
    }
}
