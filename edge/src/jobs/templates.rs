//! Prompt templates.

use docket_core::audit::AuditedChange;
use docket_core::http::parameters::version;
use docket_core::http::target::QueryPairs;
use docket_core::jobs::TemplateConflict;
use docket_wire::{NewTemplate, TemplateEdit, TemplateId};
use serde::Serialize;
use worker::Request;

use super::open_jobs::OpenJobs;
use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::{clock, random};

impl OpenJobs {
    /// The templates of the project.
    pub(super) fn templates(&self) -> Result<Reply, Failure> {
        respond(200, Ok(self.ledger.templates().list()?))
    }

    /// One template, in its newest version or another one.
    pub(super) fn template(&self, id: &TemplateId, pairs: &QueryPairs) -> Result<Reply, Failure> {
        respond(200, self.ledger.templates().get(id, version(pairs)?)?)
    }

    /// The versions of a template.
    pub(super) fn template_versions(&self, id: &TemplateId) -> Result<Reply, Failure> {
        respond(200, self.ledger.templates().versions(id)?)
    }

    /// Creates a template.
    pub(super) async fn create_template(
        &self,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let new = body::json::<NewTemplate>(request).await?.checked()?;
        let id = TemplateId::try_from(random::id("tpl")?).map_err(Failure::internal)?;
        respond(201, self.ledger.templates().create(id, new, change, clock::now())?)
    }

    /// Creates a new version of a template.
    pub(super) async fn edit_template(
        &self,
        id: &TemplateId,
        change: AuditedChange,
        request: &Request,
    ) -> Result<Reply, Failure> {
        let edit = body::json::<TemplateEdit>(request).await?.checked()?;
        respond(200, self.ledger.templates().edit(id, edit, change, clock::now())?)
    }

    /// Deletes a template, or only the version that the caller has seen.
    pub(super) fn delete_template(
        &self,
        id: &TemplateId,
        change: AuditedChange,
        pairs: &QueryPairs,
    ) -> Result<Reply, Failure> {
        let seen = version(pairs)?;
        self.ledger.templates().delete(id, seen, change, clock::now())??;
        Ok(Reply::empty(204))
    }
}

fn respond(status: u16, outcome: Result<impl Serialize, TemplateConflict>) -> Result<Reply, Failure> {
    Ok(Reply::json(status, &outcome?))
}
