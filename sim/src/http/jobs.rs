//! The agent job operations.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::answer::{Refusal, RegularResponse};
use super::checks::{AuthorizedRequest, PromptRequest};
use super::deliver::deliver;
use crate::fault::SimFault;
use crate::request_log::ServiceOperation;
use crate::service::SimService;

pub(super) async fn create(
    State(service): State<Arc<SimService>>,
    request: AuthorizedRequest,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let (PromptRequest { prompt, directives }, fault) =
        receive(&service, &request, ServiceOperation::CreateJob, &headers, body)?;
    let work = || {
        let body = service.create(&request.project, prompt, &directives);
        Ok(RegularResponse { status: StatusCode::CREATED, body })
    };
    deliver(&service, &request, fault, work).await
}

pub(super) async fn message(
    State(service): State<Arc<SimService>>,
    request: AuthorizedRequest,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let (PromptRequest { prompt, directives }, fault) =
        receive(&service, &request, ServiceOperation::SendMessage, &headers, body)?;
    let work = || {
        let body = service.message(&request.project, &request.job, prompt, &directives)?;
        Ok(RegularResponse { status: StatusCode::OK, body })
    };
    deliver(&service, &request, fault, work).await
}

/// Checks a prompt and takes its use. Returns the fault of its response, too.
fn receive(
    service: &SimService,
    request: &AuthorizedRequest,
    operation: ServiceOperation,
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(PromptRequest, Option<SimFault>), Refusal> {
    let prompt = PromptRequest::read(headers, body)?;
    service.receive(&prompt.prompt);
    service.take_agent_use(&request.project)?;
    let fault = service.fault(operation, request.project_fault, prompt.fault());
    Ok((prompt, fault))
}

pub(super) async fn get(
    State(service): State<Arc<SimService>>,
    request: AuthorizedRequest,
) -> Result<Response, Refusal> {
    let of_job = service.poll_fault(&request.project, &request.job);
    let fault = service.fault(ServiceOperation::GetJob, request.project_fault, of_job);
    let work = || {
        let body = service.get(&request.project, &request.job)?;
        Ok(RegularResponse { status: StatusCode::OK, body })
    };
    deliver(&service, &request, fault, work).await
}
