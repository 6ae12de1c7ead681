//! Does the work and responds, with a fault if one applies.

mod alter;
mod instead;
mod stream;

use std::sync::Arc;

use axum::response::{IntoResponse, Response};

use super::answer::{Refusal, RegularResponse};
use super::checks::AuthorizedRequest;
use crate::fault::{FaultEffect, SimFault};
use crate::service::SimService;

pub(super) use stream::Dropped;

/// The parts of a request that faults need.
struct FaultContext<'a> {
    service: &'a Arc<SimService>,
    authorization: &'a str,
}

/// Responds with the result of `work`. Its own errors are sent without a fault.
pub(super) async fn deliver(
    service: &Arc<SimService>,
    request: &AuthorizedRequest,
    fault: Option<SimFault>,
    work: impl FnOnce() -> Result<RegularResponse, Refusal>,
) -> Result<Response, Refusal> {
    let Some(fault) = fault else { return Ok(work()?.into_response()) };
    if let Some(id) = request.record {
        service.log(|log| {
            if let Some(record) = log.get_mut(id) {
                record.fault = Some(fault.to_string());
            }
        });
    }
    let context = FaultContext { service, authorization: &request.authorization };
    match fault.kind().effect() {
        FaultEffect::Instead => {
            if fault.is_after() {
                work()?;
            }
            Ok(instead::answer(&context, fault))
        }
        FaultEffect::Delay if fault.is_after() => {
            let answer = work()?;
            service.pause(fault.duration()).await;
            Ok(answer.into_response())
        }
        FaultEffect::Delay => {
            service.pause(fault.duration()).await;
            Ok(work()?.into_response())
        }
        FaultEffect::Alters => Ok(alter::answer(&context, fault, work()?)),
    }
}
