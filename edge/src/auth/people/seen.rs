//! When people were last seen. No request waits for it, and none fails with it.

use std::cell::RefCell;

use docket_core::auth::people::{ClientInfo, SeenCache};
use worker::{Context, Env};

use crate::auth::identity::{Identity, VerifiedCredential};
use crate::auth::object::{AuthRequest, send};
use crate::auth::sign_in;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::platform::{clock, log};

thread_local! {
    static REPORTED: RefCell<SeenCache> = RefCell::default();
}

/// Records that the caller was seen, every few minutes: a session when its cookie is renewed, and a person of Cloudflare Access.
pub(crate) fn report(
    RequestContext { request, env, settings }: RequestContext<'_>,
    runtime: &Context,
    identity: &Identity,
) {
    let now = clock::now();
    let begin_report =
        |who: &str| REPORTED.with_borrow_mut(|reported: &mut SeenCache| reported.begin_report(who, now));
    let message = match &identity.credential {
        VerifiedCredential::Session(session) => {
            session.renewed(now).filter(|session| begin_report(session.id.as_str())).map(|renewed| {
                AuthRequest::RecordSessionUse(
                    renewed,
                    ClientInfo::new(request.source(), &request.user_agent()),
                )
            })
        }
        VerifiedCredential::Access(person) => begin_report(person.email.as_str()).then(|| {
            let groups = settings.roles.named_groups(&person.groups);
            AuthRequest::RecordPersonSeen(identity.caller.name.clone(), groups)
        }),
        VerifiedCredential::Token(_) => None,
    };
    let Some(message) = message else { return };
    let (env, id) = (env.clone(), request.id.clone());
    runtime.wait_until(async move {
        if let Err(failure) = store(&env, message).await {
            log::request_error(&id, &format!("a person's visit was not recorded: {failure}"));
        }
    });
}

async fn store(env: &Env, message: AuthRequest) -> Result<(), Failure> {
    send(env, &message).await?;
    // The session may have ended meanwhile. Its end deletes the row only after the shard knows of it: so either this
    // check sees the end, or the deletion comes after the row.
    if let AuthRequest::RecordSessionUse(session, _) = message
        && sign_in::has_ended(env, &session.id).await?
    {
        send(env, &AuthRequest::DeleteSessions(vec![session.id])).await?;
    }
    Ok(())
}
