//! `POST /api/restore`: a step of a restore.

use docket_core::audit::AuditRecord;
use docket_core::auth::credential::token_tag;
use docket_core::http::limits::RESTORE_BODY_BYTES_MAX;
use docket_core::http::target::query_value;
use docket_core::settings::check_move;
use docket_wire::{
    AuditTarget, AuditTargetKind, BackupObject, InvalidBackupObject, ObjectKind, ProblemCode, RestoreStep,
    TokenId,
};

use super::object;
use crate::audit;
use crate::auth::object::{self as auth_object, AuthRequest};
use crate::backup::{may_move, pass_step, read_step};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::jobs::close_sockets;

/// Passes a step of a restore on to its object. When the restore ends or is cancelled, or a project moves, the audit log gets a record.
pub(crate) async fn restore(
    RequestContext { request, env, settings }: RequestContext<'_>,
    record: AuditRecord,
) -> Result<Reply, Failure> {
    let id = query_value(&request.url, "object").unwrap_or_default().parse::<BackupObject>();
    let id = id.map_err(|invalid: InvalidBackupObject| Failure::invalid("object", format!("{invalid}.")))?;
    let object = object(settings, &id)?;
    let step = request.json(RESTORE_BODY_BYTES_MAX).await?;
    let about = |recorded| record.about(AuditTarget::new(AuditTargetKind::Object, recorded)).pack();
    // A move concerns the settings, which only the Worker has. The object alone parses all other steps.
    if may_move(&step)
        && let RestoreStep::MoveProject([from, to]) = read_step(&step)?
    {
        check_move(settings, &id, &to)
            .map_err(|reason| Failure::new(ProblemCode::UnknownProject, reason.to_string()))?;
        if id.kind == ObjectKind::Auth {
            let record = about(format!("{id} {from}={to}"));
            let moved = auth_object::send(env, &AuthRequest::MoveProject([from, to], record)).await?;
            let moved: Vec<TokenId> = docket_wire::json::from_str(&moved)?;
            if !moved.is_empty() {
                // They may be open in a project in which the tokens have no rights any more.
                let tags: Vec<_> = moved.iter().map(token_tag).collect();
                close_sockets(env, settings, &tags).await?;
            }
            return Ok(Reply::empty(204));
        }
    }
    if let Some(recorded) = pass_step(env, object, request.target().query, &step).await? {
        audit::messages::append(env, ObjectName::auth(), &about(recorded)).await?;
    }
    Ok(Reply::empty(204))
}
