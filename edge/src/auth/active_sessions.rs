//! Whether a session has ended: from the isolate's cache of active sessions, or from the session's shard.

use std::cell::RefCell;

use docket_core::auth::session::cache::SessionCache;
use docket_wire::SessionId;
use worker::Env;

use crate::auth::sign_in;
use crate::http::failure::Failure;
use crate::platform::clock;

thread_local! {
    // The cache has no promises, because the runtime cancels a request that awaits a promise of another request.
    static ACTIVE: RefCell<SessionCache> = RefCell::default();
}

pub(super) async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let miss = ACTIVE.with_borrow(|active| active.lookup(session, clock::now()));
    let Some(miss) = miss else { return Ok(false) };
    let has_ended = sign_in::has_ended(env, session).await?;
    if !has_ended {
        ACTIVE.with_borrow_mut(|active| active.put(session, miss));
    }
    Ok(has_ended)
}

/// Removes a session from the cache.
pub(super) fn forget(session: &SessionId) {
    ACTIVE.with_borrow_mut(|active| active.forget(session));
}
