//! Refusals. Only a refused request causes a call to an object, and a flood of them causes few.

use std::cell::RefCell;

use docket_core::audit::{AuditRecord, RecordLimiter};
use worker::Env;

use super::messages;
use crate::http::objects::ObjectName;
use crate::platform::{clock, log};

thread_local! {
    static RECORDED: RefCell<RecordLimiter> = RefCell::default();
}

/// Records a refusal, unless there are too many. The request stays refused if that fails.
pub(crate) async fn refuse(env: &Env, object: ObjectName<'_>, record: AuditRecord) {
    let packed = record.pack();
    let is_allowed =
        |origin: &str| RECORDED.with_borrow_mut(|recorded| recorded.allows(origin, clock::now()));
    if !packed.refusal_of().is_some_and(is_allowed) {
        return;
    }
    if let Err(failure) = messages::append(env, object, &packed).await {
        log::request_error(&record.request_id, &format!("a refusal was not recorded: {failure}"));
    }
}
