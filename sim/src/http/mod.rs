//! The service over HTTP.

mod access;
mod answer;
mod checks;
mod control;
mod deliver;
mod jobs;
mod recording;
mod visitors;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::service::SimService;
use answer::Refusal;

/// Maximum body of a request.
const BODY_BYTES_MAX: usize = 1 << 20;

/// All routes: the contract's, which the log records, and the stand-in's own under `/_sim`.
pub(crate) fn router(service: &Arc<SimService>) -> Router {
    let contract = Router::new()
        .route("/v2/agent/{project}/job", post(jobs::create))
        .route("/v2/agent/{project}/job/{id}", get(jobs::get))
        .route("/v2/agent/{project}/job/{id}/message", post(jobs::message))
        .route("/v1/analytics/{project}/visitors", get(visitors::visitors))
        .route("/cdn-cgi/access/certs", get(access::keys))
        .route("/_sim/elsewhere", axum::routing::any(control::elsewhere))
        .fallback(async || Refusal::new(404, "Not found."))
        .method_not_allowed_fallback(async || Refusal::new(405, "Method not allowed."))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(from_fn_with_state(Arc::clone(service), recording::record));
    contract.merge(control::routes()).with_state(Arc::clone(service))
}
