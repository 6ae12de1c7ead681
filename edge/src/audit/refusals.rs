//! Refusals. Only a refused request causes a call to an object, and a flood of them causes few.

use std::cell::RefCell;

use docket_core::audit::{AuditRecord, RecordLimiter};
use worker::worker_sys::DurableObject;

use super::messages;
use crate::http::failure::Failure;
use crate::platform::{clock, log};

thread_local! {
    static RECORDED: RefCell<RecordLimiter> = RefCell::default();
}

/// Records a refusal, unless there are too many. The request stays refused if that fails.
pub(crate) async fn refuse(object: Result<DurableObject, Failure>, record: AuditRecord) {
    let packed = record.pack();
    let is_allowed =
        |origin: &str| RECORDED.with_borrow_mut(|recorded| recorded.allows(origin, clock::now()));
    if !packed.refusal_of().is_some_and(is_allowed) {
        return;
    }
    let appended = match object {
        Ok(object) => messages::append(&object, &packed).await,
        Err(failure) => Err(failure),
    };
    if let Err(failure) = appended {
        log::request_error(&record.request_id, &format!("a refusal was not recorded: {failure}"));
    }
}
