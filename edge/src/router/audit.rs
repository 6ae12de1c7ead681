//! `GET /api/audit` and `GET /api/projects/{project}/audit`: pages, and files.

use docket_core::audit::{AuditExport, AuditLines};
use docket_core::http::attachment;
use docket_core::http::parameters::{AuditFormat, audit_format};
use docket_wire::{AuditQuery, ProjectId};
use futures_util::future::try_join;
use wasm_bindgen::JsValue;
use worker::Env;
use worker::worker_sys::DurableObject;

use crate::audit::messages;
use crate::auth::object as auth_object;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::http::stream;
use crate::platform::log;

/// The logs whose entries are shown together.
enum Logs {
    /// What belongs to no project.
    Auth(DurableObject),
    /// A project's jobs and visitors.
    Project { project: ProjectId, jobs: DurableObject, analytics: DurableObject },
}

/// The entries of what belongs to no project: sign-ins and tokens.
pub(super) async fn auth(request: &IncomingRequest, env: &Env) -> Result<Reply, Failure> {
    answer(request, Logs::Auth(auth_object::object(env)?), "audit.ndjson").await
}

/// The entries of a project.
pub(super) async fn project(
    RequestContext { request, env, settings }: RequestContext<'_>,
    project: &ProjectId,
) -> Result<Reply, Failure> {
    let configured = crate::settings::project(settings, project)?;
    let logs = Logs::Project {
        project: project.clone(),
        jobs: ObjectName::jobs(project.as_str()).stub(env)?,
        analytics: ObjectName::analytics(&configured.key_secret).stub(env)?,
    };
    answer(request, logs, &format!("audit-{project}.ndjson")).await
}

async fn answer(request: &IncomingRequest, logs: Logs, file: &str) -> Result<Reply, Failure> {
    let pairs = request.target().pairs();
    let query = AuditQuery::from_pairs(&pairs)?;
    match audit_format(&pairs)? {
        AuditFormat::Page => Ok(Reply::json_text(200, logs.page(&query).await?.to_json())),
        AuditFormat::File if query.limit.is_some() => {
            Err(Failure::invalid("limit", "limit does not combine with format=ndjson."))
        }
        AuditFormat::File => {
            let export = AuditExport::new(query);
            let body =
                stream::from_source(Box::new(AuditFile { logs, export, request_id: request.id.clone() }))?;
            Ok(Reply::stream(body)
                .header("Content-Type", "application/x-ndjson; charset=utf-8")
                .header("Content-Disposition", attachment(file)))
        }
    }
}

impl Logs {
    async fn page(&self, query: &AuditQuery) -> Result<AuditLines, Failure> {
        match self {
            Self::Auth(object) => messages::page(object, query, None).await,
            Self::Project { project, jobs, analytics } => {
                let jobs = messages::page(jobs, query, None);
                let analytics = messages::page(analytics, query, Some(project));
                let (jobs, analytics) = try_join(jobs, analytics).await?;
                Ok(jobs.merge(analytics, query.page_limit() as usize))
            }
        }
    }
}

/// A file that is being streamed.
struct AuditFile {
    logs: Logs,
    export: AuditExport,
    request_id: String,
}

impl stream::ChunkSource for AuditFile {
    fn next(&mut self) -> stream::NextChunk<'_> {
        Box::pin(async move {
            let Some(query) = self.export.next() else { return Ok(None) };
            match self.logs.page(&query).await {
                Ok(page) => Ok(Some(self.export.lines(&page))),
                Err(failure) => {
                    log::request_error(
                        &self.request_id,
                        &format!("an audit file was interrupted: {failure}"),
                    );
                    Err(JsValue::from_str("some entries could not be loaded"))
                }
            }
        })
    }
}
