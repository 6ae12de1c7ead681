//! The stand-in's own routes, for tests in other languages. They have the functions of the Rust handle.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Refusal;
use crate::access::AccessIssuer;
use crate::fault::SimFault;
use crate::job::plan::TurnOutcome;
use crate::request_log::{RequestRecord, ServiceOperation};
use crate::service::{JobRecord, SimService};

pub(super) fn routes() -> Router<Arc<SimService>> {
    Router::new()
        .route("/_sim/requests", get(requests).delete(clear_requests))
        .route("/_sim/jobs", get(jobs))
        .route("/_sim/jobs/{id}/end", post(end_job))
        .route("/_sim/jobs/{id}/archive", post(archive_job))
        .route("/_sim/jobs/{id}/resume", post(resume_job))
        .route("/_sim/advance", post(advance))
        .route("/_sim/access/assertions", post(assertion))
        .route("/_sim/access/rotate", post(rotate_access_key))
        .route("/_sim/faults", post(inject).delete(clear_faults))
}

async fn requests(State(service): State<Arc<SimService>>) -> Json<Vec<RequestRecord>> {
    Json(service.log(|log| log.records().cloned().collect()))
}

async fn clear_requests(State(service): State<Arc<SimService>>) -> StatusCode {
    service.log(crate::request_log::SimRequestLog::clear);
    StatusCode::NO_CONTENT
}

async fn jobs(State(service): State<Arc<SimService>>) -> Json<Vec<JobRecord>> {
    Json(service.jobs())
}

#[derive(Debug, Deserialize)]
struct EndJob {
    outcome: Option<TurnOutcome>,
}

async fn end_job(
    State(service): State<Arc<SimService>>,
    Path(id): Path<String>,
    Json(EndJob { outcome }): Json<EndJob>,
) -> Result<StatusCode, Refusal> {
    done(service.end_job(&id, outcome))
}

async fn archive_job(
    State(service): State<Arc<SimService>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    done(service.archive_job(&id))
}

#[derive(Debug, Deserialize)]
struct ResumeJob {
    ms: u64,
}

async fn resume_job(
    State(service): State<Arc<SimService>>,
    Path(id): Path<String>,
    Json(ResumeJob { ms }): Json<ResumeJob>,
) -> Result<StatusCode, Refusal> {
    done(service.resume_job(&id, Duration::from_millis(ms)))
}

fn done(is_found: bool) -> Result<StatusCode, Refusal> {
    is_found.then_some(StatusCode::NO_CONTENT).ok_or_else(|| Refusal::new(404, "There is no such job."))
}

#[derive(Debug, Deserialize)]
struct Advance {
    ms: u64,
}

async fn advance(State(service): State<Arc<SimService>>, Json(Advance { ms }): Json<Advance>) -> Json<Value> {
    service.clock.advance(Duration::from_millis(ms));
    Json(json!({ "now": service.clock.now() }))
}

#[derive(Debug, Deserialize)]
struct Inject {
    operation: ServiceOperation,
    fault: String,
    #[serde(default = "once")]
    times: u32,
}

fn once() -> u32 {
    1
}

async fn inject(
    State(service): State<Arc<SimService>>,
    Json(Inject { operation, fault, times }): Json<Inject>,
) -> Result<StatusCode, Refusal> {
    let fault: SimFault = fault.parse().map_err(|slip| Refusal::new(400, format!("{slip}")))?;
    service.inject(operation, fault, times);
    Ok(StatusCode::NO_CONTENT)
}

async fn clear_faults(State(service): State<Arc<SimService>>) -> StatusCode {
    service.clear_faults();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
struct AssertionParts {
    #[serde(default)]
    header: Value,
    #[serde(default)]
    claims: Value,
}

async fn assertion(
    State(service): State<Arc<SimService>>,
    Json(AssertionParts { header, claims }): Json<AssertionParts>,
) -> Json<Value> {
    Json(json!({ "assertion": service.assertion(&header, &claims) }))
}

async fn rotate_access_key(State(service): State<Arc<SimService>>) -> StatusCode {
    service.access(AccessIssuer::rotate);
    StatusCode::NO_CONTENT
}

/// The target of the redirect fault.
pub(super) async fn elsewhere() -> Json<Value> {
    Json(json!({ "elsewhere": true }))
}
