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
        self.get(Endpoint::InProject(project, "templates", &[])).await
    }

    /// A template: its newest version, or another one.
    pub(crate) async fn template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        version: Option<u32>,
    ) -> Result<Template, ApiError> {
        let version = version.map(|version| ("version", version.to_string()));
        self.get(Endpoint::InProject(project, &format!("templates/{id}"), version.as_slice())).await
    }

    pub(crate) async fn template_versions(
        self,
        project: &ProjectId,
        id: &TemplateId,
    ) -> Result<TemplateVersions, ApiError> {
        self.get(Endpoint::InProject(project, &format!("templates/{id}/versions"), &[])).await
    }

    pub(crate) async fn create_template(
        self,
        project: &ProjectId,
        new: &NewTemplate,
    ) -> Result<Template, ApiError> {
        self.change_for(Method::POST, Endpoint::InProject(project, "templates", &[]), json(new)?).await
    }

    /// Makes a new version of a template.
    pub(crate) async fn edit_template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        edit: &TemplateEdit,
    ) -> Result<Template, ApiError> {
        let path = format!("templates/{id}");
        self.change_for(Method::PUT, Endpoint::InProject(project, &path, &[]), json(edit)?).await
    }

    /// Deletes a template, unless there is a newer version than the one that was seen.
    pub(crate) async fn delete_template(
        self,
        project: &ProjectId,
        id: &TemplateId,
        seen: u32,
    ) -> Result<(), ApiError> {
        let (path, version) = (format!("templates/{id}"), [("version", seen.to_string())]);
        let route = Endpoint::InProject(project, &path, &version);
        self.change(Method::DELETE, route, None).await
    }
}
