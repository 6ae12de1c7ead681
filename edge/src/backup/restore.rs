//! `POST /api/restore`: a step of a restore.

use docket_core::audit::AuditRecord;
use docket_core::http::limits::RESTORE_BODY_BYTES_MAX;
use docket_core::http::target::query_value;
use docket_core::settings::Settings;
use docket_wire::{AuditTarget, AuditTargetKind, InvalidObjectId, ObjectId};
use serde::de::IgnoredAny;
use worker::Env;

use super::{messages, object};
use crate::audit;
use crate::auth::access::object as access_object;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::request::{IncomingRequest, parse};

/// Passes a step of a restore on to its object. When the restore ends or is cancelled, the audit log gets a record.
pub(crate) async fn restore(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
    record: AuditRecord,
) -> Result<Reply, Failure> {
    let id = query_value(&request.url, "object").unwrap_or_default().parse::<ObjectId>();
    let id = id.map_err(|invalid: InvalidObjectId| Failure::invalid("object", format!("{invalid}.")))?;
    let object = object(env, settings, &id)?;
    let step = request.json(RESTORE_BODY_BYTES_MAX).await?;
    parse::<IgnoredAny>(&step, messages::STEPS, "step")?;
    let is_over = messages::restore(&object, request.target().query, &step).await?;
    if is_over {
        let record = record.about(AuditTarget::new(AuditTargetKind::Object, &id)).pack();
        audit::messages::append(&access_object::object(env)?, &record).await?;
    }
    Ok(Reply::empty(204))
}
