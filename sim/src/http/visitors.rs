//! The visitors operation.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use docket_wire::VisitorsQuery;
use serde_json::json;

use super::answer::{Refusal, RegularResponse};
use super::checks::AuthorizedRequest;
use super::deliver::deliver;
use crate::fault::FaultKind;
use crate::request_log::ServiceOperation;
use crate::service::SimService;

pub(super) async fn visitors(
    State(service): State<Arc<SimService>>,
    request: AuthorizedRequest,
    pairs: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(pairs) = pairs.map_err(|_| Refusal::new(400, "Invalid query parameters."))?;
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let query = VisitorsQuery::from_pairs(pairs).map_err(|invalid| {
        let details = json!({ invalid.field: invalid.to_string() });
        Refusal::new(400, "Invalid query parameters.").details(details)
    })?;
    service.take_analytics_use()?;
    let fault = service.fault(ServiceOperation::GetVisitors, request.project_fault, None);
    let has_shifted = fault.is_some_and(|fault| fault.kind() == FaultKind::ShiftedRows);
    let work = || {
        let page = service.visitors(&request.project, &query, has_shifted);
        let body = serde_json::to_value(page).map_err(|_| Refusal::new(500, "Internal error."))?;
        Ok(RegularResponse { status: StatusCode::OK, body })
    };
    deliver(&service, &request, fault, work).await
}
