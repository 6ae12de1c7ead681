//! Prompt templates: every edit creates a new version, and no edit replaces a version that its author has not seen.

mod change;
mod conflict;
mod read;

pub use conflict::TemplateConflict;

use super::store::TemplatesTable;
use crate::audit::AuditLog;
use crate::storage::Database;

/// Templates of a project, at most.
pub const TEMPLATES_MAX: u32 = 100;
/// Versions of a template that are stored, at most, with the newest.
pub const TEMPLATE_VERSIONS_MAX: u32 = 20;

/// The templates of one project.
#[derive(Debug)]
pub struct Templates<'a, D> {
    db: &'a D,
    audit: AuditLog<'a, D>,
}

impl<'a, D: Database> Templates<'a, D> {
    pub(super) fn new(db: &'a D, audit: AuditLog<'a, D>) -> Self {
        Self { db, audit }
    }

    fn table(&self) -> TemplatesTable<'a, D> {
        TemplatesTable(self.db)
    }
}
