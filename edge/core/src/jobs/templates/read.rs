//! The list of prompt templates, and one of them with its versions.

use docket_wire::{Template, TemplateId, TemplateVersion, TemplateVersions, TemplatesPage};

use super::{TemplateConflict, Templates};
use crate::storage::{Database, DatabaseError};

impl<D: Database> Templates<'_, D> {
    /// The templates of the project, by name.
    pub fn list(&self) -> Result<TemplatesPage, DatabaseError> {
        Ok(TemplatesPage { templates: self.table().entries()?, has_more: false })
    }

    /// The newest version of a template, or another one.
    pub fn get(
        &self,
        id: &TemplateId,
        version: Option<u32>,
    ) -> Result<Result<Template, TemplateConflict>, DatabaseError> {
        let Some(newest) = self.table().load(id)? else {
            return Ok(Err(TemplateConflict::Unknown));
        };
        match version {
            Some(version) if version != newest.version => {
                let earlier = self.table().earlier(id, version)?;
                Ok(earlier.ok_or(TemplateConflict::UnknownVersion))
            }
            _ => Ok(Ok(newest)),
        }
    }

    /// The versions of a template, newest first.
    pub fn versions(
        &self,
        id: &TemplateId,
    ) -> Result<Result<TemplateVersions, TemplateConflict>, DatabaseError> {
        let Some(newest) = self.table().load(id)? else {
            return Ok(Err(TemplateConflict::Unknown));
        };
        let Template { version, name, author, at, .. } = newest;
        let mut versions = self.table().earlier_versions(id)?;
        versions.insert(0, TemplateVersion { version, name, author, at });
        Ok(Ok(TemplateVersions { versions, has_more: false }))
    }
}
