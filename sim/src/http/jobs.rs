//! The agent job operations.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::admission::{Admitted, Prompted};
use super::answer::{Refusal, RegularResponse};
use super::deliver::deliver;
use crate::fault::SimFault;
use crate::request_log::ServiceOperation;
use crate::service::SimService;

pub(super) async fn create(
    State(service): State<Arc<SimService>>,
    admitted: Admitted,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let (Prompted { prompt, directives }, fault) =
        receive(&service, &admitted, ServiceOperation::CreateJob, &headers, body)?;
    let work = || {
        let body = service.create(&admitted.project, prompt, &directives);
        Ok(RegularResponse { status: StatusCode::CREATED, body })
    };
    deliver(&service, &admitted, fault, work).await
}

pub(super) async fn message(
    State(service): State<Arc<SimService>>,
    admitted: Admitted,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let (Prompted { prompt, directives }, fault) =
        receive(&service, &admitted, ServiceOperation::SendMessage, &headers, body)?;
    let work = || {
        let body = service.message(&admitted.project, &admitted.job, prompt, &directives)?;
        Ok(RegularResponse { status: StatusCode::OK, body })
    };
    deliver(&service, &admitted, fault, work).await
}

/// Checks a prompt and takes its use. Returns the fault of its response, too.
fn receive(
    service: &SimService,
    admitted: &Admitted,
    operation: ServiceOperation,
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(Prompted, Option<SimFault>), Refusal> {
    let prompted = Prompted::read(headers, body)?;
    service.receive(&prompted.prompt);
    service.take_agent_use(&admitted.project)?;
    let fault = service.fault(operation, admitted.project_fault, prompted.fault());
    Ok((prompted, fault))
}

pub(super) async fn get(
    State(service): State<Arc<SimService>>,
    admitted: Admitted,
) -> Result<Response, Refusal> {
    let of_job = service.poll_fault(&admitted.project, &admitted.job);
    let fault = service.fault(ServiceOperation::GetJob, admitted.project_fault, of_job);
    let work = || {
        let body = service.get(&admitted.project, &admitted.job)?;
        Ok(RegularResponse { status: StatusCode::OK, body })
    };
    deliver(&service, &admitted, fault, work).await
}
