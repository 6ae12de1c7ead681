//! Messages to the log of an object: append a record, or read a page.

use std::cell::RefCell;

use docket_core::audit::{AuditLines, AuditLog, PackedRecord, RecordLimiter};
use docket_core::http::interruption::Repeat;
use docket_core::http::target::{QueryPairs, query_value};
use docket_core::storage::{Database, DatabaseError};
use docket_wire::{AuditQuery, ProjectId};
use js_sys::encode_uri_component;
use worker::{Env, Method, Request};

use crate::http::body;
use crate::http::failure::Failure;
use crate::http::objects::{self, ObjectName};
use crate::http::reply::Reply;
use crate::platform::clock;

/// The Worker forwards only requests of the route table, and no route has this path.
const URL: &str = "https://object/audit";
/// The project whose entries to read.
const PROJECT: &str = "project";

/// Sends a record to the log of an object.
pub(crate) async fn append(env: &Env, object: ObjectName<'_>, record: &PackedRecord) -> Result<(), Failure> {
    let record = serde_json::to_string(record)?;
    let response = objects::send(env, object, ("POST", URL), Some(&record), Repeat::Never).await?;
    objects::text(&response).await.map(drop)
}

/// Reads a page of the log of an object: the entries of one project, if it has several.
pub(crate) async fn page(
    env: &Env,
    object: ObjectName<'_>,
    query: &AuditQuery,
    project: Option<&ProjectId>,
) -> Result<AuditLines, Failure> {
    let mut url = format!("{URL}?");
    let project = project.map(|project| (PROJECT, project.to_string()));
    for (name, value) in query.pairs().into_iter().chain(project) {
        url.push_str(&format!("{name}={}&", String::from(encode_uri_component(&value))));
    }
    let response = objects::send(env, object, ("GET", &url), None, Repeat::Once).await?;
    Ok(AuditLines::from_text(&objects::text(&response).await?))
}

/// Whether a request to an object is one of these messages.
pub(crate) fn is_message(url: &str) -> bool {
    url.starts_with(URL)
}

/// Answers a message.
pub(crate) async fn answer<D: Database>(
    log: AuditLog<'_, D>,
    refusals: &RefCell<RecordLimiter>,
    request: &Request,
    url: &str,
) -> Result<Reply, Failure> {
    if request.method() == Method::Get {
        let query = AuditQuery::from_pairs(&QueryPairs::of(url))?;
        let project = query_value(url, PROJECT).and_then(|project| project.parse().ok());
        let page = log.page(&query, project.as_ref(), clock::now())?;
        return Ok(Reply::json_text(200, page.to_text()));
    }
    append_to(&log, refusals, &body::json(request).await?, None)?;
    Ok(Reply::empty(204))
}

/// Appends a record. A refusal is appended as far as the limiter allows.
pub(crate) fn append_to<D: Database>(
    log: &AuditLog<'_, D>,
    refusals: &RefCell<RecordLimiter>,
    record: &PackedRecord,
    project: Option<&ProjectId>,
) -> Result<(), DatabaseError> {
    let now = clock::now();
    let is_allowed = |origin: &str| refusals.borrow_mut().allows(origin, now);
    if record.refusal_of().is_none_or(is_allowed) { log.append(record, project, now) } else { Ok(()) }
}
