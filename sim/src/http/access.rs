//! The public keys of Cloudflare Access.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::answer::{Refusal, RegularResponse};
use super::checks::AuthorizedRequest;
use super::deliver::deliver;
use crate::access::AccessIssuer;
use crate::request_log::{RecordId, ServiceOperation};
use crate::service::SimService;

pub(super) async fn keys(
    State(service): State<Arc<SimService>>,
    Extension(record): Extension<RecordId>,
) -> Result<Response, Refusal> {
    let fault = service.fault(ServiceOperation::AccessKeys, None, None);
    let work = || Ok(RegularResponse { status: StatusCode::OK, body: service.access(AccessIssuer::key_set) });
    deliver(&service, &AuthorizedRequest::without_key(record), fault, work).await
}
