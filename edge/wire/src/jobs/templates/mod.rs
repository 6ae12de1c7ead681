//! Prompt templates of a project, and the variables in them.

mod template;
mod variables;

pub use template::{
    InvalidTemplate, NewTemplate, Template, TemplateEdit, TemplateEntry, TemplateVersion, TemplateVersions,
    TemplatesPage,
};
pub use variables::{FIGURES_VARIABLE, MissingVariable, PAGE_VARIABLE, fill, variables};
