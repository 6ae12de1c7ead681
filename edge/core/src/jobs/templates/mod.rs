//! Prompt templates: every edit creates a new version, and no edit replaces a version that its author has not seen.

mod change;
mod conflict;
mod read;

pub use conflict::TemplateConflict;

/// Templates of a project, at most.
pub const TEMPLATES_MAX: u32 = 100;
/// Versions of a template that are stored, at most, with the newest.
pub const TEMPLATE_VERSIONS_MAX: u32 = 20;
