use docket_wire::{ProblemCode, Template};

use super::{TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX};

/// Why a change of a template, or a read of it, is not possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateConflict {
    /// The project does not have the template.
    #[error("The project has no template with this id.")]
    Unknown,
    /// The template does not have the version, or no longer.
    #[error(
        "Docket does not have this version of the template. It stores the newest {TEMPLATE_VERSIONS_MAX}."
    )]
    UnknownVersion,
    /// Another person edited the template meanwhile.
    #[error(
        "{author} edited the template meanwhile: version {version} is the newest. Nothing was changed. Read that version \
         first.",
        author = .0.author, version = .0.version
    )]
    Edited(Template),
    #[error("Another template of the project is named {0}. Choose another name.")]
    NameTaken(String),
    #[error("A project has at most {TEMPLATES_MAX} templates. Delete one first.")]
    TooMany,
}

impl TemplateConflict {
    /// The code of the problem, and the invalid field.
    #[must_use]
    pub fn code(&self) -> (ProblemCode, Option<&'static str>) {
        match self {
            Self::Unknown => (ProblemCode::UnknownTemplate, None),
            Self::UnknownVersion => (ProblemCode::UnknownTemplate, Some("version")),
            Self::Edited(_) => (ProblemCode::TemplateConflict, Some("version")),
            Self::NameTaken(_) => (ProblemCode::TemplateNameTaken, Some("name")),
            Self::TooMany => (ProblemCode::TooManyTemplates, None),
        }
    }
}
