//! Refusals. Only a refused request causes a call to an object, and a flood of them causes few.

use std::cell::RefCell;

use docket_core::audit::{AuditRecord, NamedAction, RefusalLimiter};
use docket_core::http::route::FoundRoute;
use docket_core::settings::Settings;
use worker::Env;
use worker::worker_sys::DurableObject;

use super::{messages, record_of};
use crate::auth::access::object as access_object;
use crate::auth::identity::Identity;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::request::IncomingRequest;
use crate::platform::{clock, log};

thread_local! {
    static RECORDED: RefCell<RefusalLimiter> = RefCell::default();
}

/// Records that a caller was refused: in the project's log if the settings have the project, else in the log of what
/// belongs to no project.
pub(crate) async fn refuse_caller(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    identity: &Identity,
    found: &FoundRoute,
    failure: &Failure,
) {
    let record = record_of(request, identity, NamedAction::for_route(found)).refused(failure.code());
    let project = found.route.project().and_then(|project| settings.project(project));
    let object = match project {
        Some(project) => ObjectName::jobs(project.id.as_str()).stub(env),
        None => access_object::object(env),
    };
    refuse(object, record).await;
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
        log::fault(&record.request_id, &format!("a refusal was not recorded: {failure}"));
    }
}
