//! `GET /api/audit` and `GET /api/projects/{project}/audit`: pages, and files.

use docket_core::audit::{AuditExport, AuditLines};
use docket_core::http::attachment;
use docket_core::http::parameters::{AuditFormat, audit_format};
use docket_wire::{AuditQuery, ProjectId};
use futures_util::future::try_join;
use wasm_bindgen::JsValue;
use worker::Env;

use crate::audit::messages;
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
    Auth,
    /// A project's jobs, and its visitors under its key.
    Project { project: ProjectId, key_secret: String },
}

/// The entries of what belongs to no project: sign-ins and tokens.
pub(super) async fn auth(request: &IncomingRequest, env: &Env) -> Result<Reply, Failure> {
    answer(request, env, Logs::Auth, "audit.ndjson").await
}

/// The entries of a project.
pub(super) async fn project(
    RequestContext { request, env, settings }: RequestContext<'_>,
    project: &ProjectId,
) -> Result<Reply, Failure> {
    let configured = crate::settings::project(settings, project)?;
    let logs = Logs::Project { project: project.clone(), key_secret: configured.key_secret.clone() };
    answer(request, env, logs, &format!("audit-{project}.ndjson")).await
}

async fn answer(request: &IncomingRequest, env: &Env, logs: Logs, file: &str) -> Result<Reply, Failure> {
    let pairs = request.target().pairs();
    let query = AuditQuery::from_pairs(&pairs)?;
    match audit_format(&pairs)? {
        AuditFormat::Page => Ok(Reply::json_text(200, logs.page(env, &query).await?.to_json())),
        AuditFormat::File if query.limit.is_some() => {
            Err(Failure::invalid("limit", "limit does not combine with format=ndjson."))
        }
        AuditFormat::File => {
            let export = AuditExport::new(query);
            let (env, request_id) = (env.clone(), request.id.clone());
            let body = stream::from_source(Box::new(AuditFile { env, logs, export, request_id }))?;
            Ok(Reply::stream(body)
                .header("Content-Type", "application/x-ndjson; charset=utf-8")
                .header("Content-Disposition", attachment(file)))
        }
    }
}

impl Logs {
    async fn page(&self, env: &Env, query: &AuditQuery) -> Result<AuditLines, Failure> {
        match self {
            Self::Auth => messages::page(env, ObjectName::auth(), query, None).await,
            Self::Project { project, key_secret } => {
                let jobs = messages::page(env, ObjectName::jobs(project.as_str()), query, None);
                let analytics = ObjectName::analytics(key_secret);
                let analytics = messages::page(env, analytics, query, Some(project));
                let (jobs, analytics) = try_join(jobs, analytics).await?;
                Ok(jobs.merge(analytics, query.page_limit() as usize))
            }
        }
    }
}

/// A file that is being streamed.
struct AuditFile {
    env: Env,
    logs: Logs,
    export: AuditExport,
    request_id: String,
}

impl stream::ChunkSource for AuditFile {
    fn next(&mut self) -> stream::NextChunk<'_> {
        Box::pin(async move {
            let Some(query) = self.export.next() else { return Ok(None) };
            match self.logs.page(&self.env, &query).await {
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
