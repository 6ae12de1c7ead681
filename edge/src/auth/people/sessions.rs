//! The start and the end of a session.

use docket_core::audit::AuditRecord;
use docket_core::auth::credential::session_tag;
use docket_core::auth::people::ClientInfo;
use docket_core::auth::session::{LIFETIME_MS, Session};
use docket_core::settings::Settings;
use docket_wire::{AuditAction, AuditTarget, AuditTargetKind, ProblemCode, SessionId};
use worker::Env;

use crate::auth::active_sessions;
use crate::auth::object::{AuthRequest, send};
use crate::auth::sign_in;
use crate::http::failure::Failure;
use crate::jobs::close_sockets;
use crate::platform::{clock, log};

/// Adds a session to the list, with the record of the sign-in, and ends those of the person that are too many. While the
/// list is being restored, it gets the session at its next renewal: the person who restores it has to sign in.
pub(crate) async fn begin(
    env: &Env,
    settings: &Settings,
    session: Session,
    client: ClientInfo,
    record: AuditRecord,
) -> Result<(), Failure> {
    let request = AuthRequest::BeginSession(session, client, record.pack());
    let surplus = match send(env, &request).await {
        Err(failure) if failure.code() == ProblemCode::Restoring => {
            let name = record.author.as_ref().map_or("a person", |name| name.0.as_str());
            let lost =
                format!("the sign-in of {name} is not in the audit log, because that is being restored");
            log::request_warning(&record.request_id, &lost);
            return Ok(());
        }
        surplus => surplus?,
    };
    let surplus: Vec<SessionId> = docket_wire::json::from_str(&surplus)?;
    for surplus in surplus {
        let target = Some(AuditTarget::new(AuditTargetKind::Session, &surplus));
        let ended = AuditRecord { action: AuditAction::EndSession, target, ..record.clone() };
        // The next sign-in tries again.
        if let Err(failure) = end(env, settings, vec![surplus], &ended).await {
            log::request_error(&record.request_id, &format!("a session too many was not ended: {failure}"));
        }
    }
    Ok(())
}

/// Ends sessions: first in their shards, with their WebSockets, and then in the list, with the record. After an
/// interruption, also by a restore that empties the list, they can be ended again, until their shards know of the record.
///
/// # Errors
/// Also if WebSockets may be open in a project whose object failed. The sessions have ended then, and the record is there.
pub(crate) async fn end(
    env: &Env,
    settings: &Settings,
    sessions: Vec<SessionId>,
    record: &AuditRecord,
) -> Result<(), Failure> {
    let until = clock::now().plus_ms(LIFETIME_MS);
    let mut unrecorded = Vec::new();
    for session in &sessions {
        if sign_in::end_session(env, session, until).await? {
            unrecorded.push(session.clone());
        }
        active_sessions::forget(session);
    }
    let tags: Vec<_> = sessions.iter().map(session_tag).collect();
    let closed = close_sockets(env, settings, &tags).await;
    let (record, are_recorded) = (record.pack(), unrecorded.is_empty());
    send(env, &AuthRequest::EndSessions { sessions, record, are_recorded }).await?;
    for session in &unrecorded {
        sign_in::end_recorded(env, session).await?;
    }
    closed
}
