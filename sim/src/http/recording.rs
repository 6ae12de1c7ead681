//! Logs each request when it arrives, and its status when the response is sent.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::checks::authorization;
use super::deliver::Dropped;
use crate::request_log::{RequestRecord, ServiceOperation};
use crate::service::SimService;

pub(super) async fn record(
    State(service): State<Arc<SimService>>,
    mut request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().as_str(), request.uri().path());
    let record = RequestRecord {
        at: service.clock.now(),
        method: method.to_owned(),
        path: path.to_owned(),
        query: request.uri().query().map(str::to_owned),
        operation: ServiceOperation::of(method, path),
        status: None,
        valid_key: service.config.key.opens(authorization(request.headers())),
        headers: request.headers().keys().map(|name| name.as_str().to_owned()).collect(),
        fault: None,
    };
    let id = service.log(|log| log.push(record));
    request.extensions_mut().insert(id);
    let response = next.run(request).await;
    if response.extensions().get::<Dropped>().is_none() {
        let status = response.status().as_u16();
        service.log(|log| {
            if let Some(record) = log.get_mut(id) {
                record.status = Some(status);
            }
        });
    }
    response
}
