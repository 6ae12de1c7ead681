//! Does the work and responds, with a fault if one applies.

mod alter;
mod instead;
mod stream;

use std::sync::Arc;

use axum::response::{IntoResponse, Response};

use super::admission::Admitted;
use super::answer::{Refusal, RegularResponse};
use crate::fault::{Manner, SimFault};
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
    admitted: &Admitted,
    fault: Option<SimFault>,
    work: impl FnOnce() -> Result<RegularResponse, Refusal>,
) -> Result<Response, Refusal> {
    let Some(fault) = fault else { return Ok(work()?.into_response()) };
    if let Some(id) = admitted.record {
        service.log(|log| {
            if let Some(record) = log.get_mut(id) {
                record.fault = Some(fault.to_string());
            }
        });
    }
    let context = FaultContext { service, authorization: &admitted.authorization };
    match fault.kind().manner() {
        Manner::Instead => {
            if fault.is_after() {
                work()?;
            }
            Ok(instead::answer(&context, fault))
        }
        Manner::Delay if fault.is_after() => {
            let answer = work()?;
            service.pause(fault.duration()).await;
            Ok(answer.into_response())
        }
        Manner::Delay => {
            service.pause(fault.duration()).await;
            Ok(work()?.into_response())
        }
        Manner::Alters => Ok(alter::answer(&context, fault, work()?)),
    }
}
