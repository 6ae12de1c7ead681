//! Prompt templates.

use docket_wire::{
    NewTemplate, ProjectId, Template, TemplateEdit, TemplateId, TemplateVersions, TemplatesPage,
};
use gloo_net::http::Method;

use super::client::json;
use super::{Api, ApiError};
use crate::paths::Endpoint;

impl Api {
    pub(crate) async fn templates(self, project: &ProjectId) -> Result<TemplatesPage, ApiError> {
        self.get(Endpoint::Templates(project)).await
    }

    /// A template: its newest version, or another one.
    pub(crate) async fn template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        version: Option<u32>,
    ) -> Result<Template, ApiError> {
        self.get(Endpoint::Template(project, id, version)).await
    }

    pub(crate) async fn template_versions(
        self,
        project: &ProjectId,
        id: &TemplateId,
    ) -> Result<TemplateVersions, ApiError> {
        self.get(Endpoint::TemplateVersions(project, id)).await
    }

    pub(crate) async fn create_template(
        self,
        project: &ProjectId,
        new: &NewTemplate,
    ) -> Result<Template, ApiError> {
        self.change_for(Method::POST, Endpoint::Templates(project), json(new)?).await
    }

    /// Makes a new version of a template.
    pub(crate) async fn edit_template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        edit: &TemplateEdit,
    ) -> Result<Template, ApiError> {
        self.change_for(Method::PUT, Endpoint::Template(project, id, None), json(edit)?).await
    }

    /// Deletes a template, unless there is a newer version than the one that was seen.
    pub(crate) async fn delete_template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        seen: u32,
    ) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Template(project, id, Some(seen)), None).await
    }
}
