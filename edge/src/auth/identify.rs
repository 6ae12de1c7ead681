//! Authentication, access and CSRF checks.
//!
//! Programs send a token, people send a session cookie. A token takes precedence over a cookie, and an invalid token is
//! refused even with a valid cookie.

use std::cell::RefCell;
use std::collections::HashMap;

use docket_core::auth::caller::Caller;
use docket_core::auth::credential::Credential;
use docket_core::auth::session::{InvalidSession, Session, SessionId};
use docket_core::auth::token;
use docket_core::http::route::{AccessRule, RequestInput};
use docket_core::settings::Settings;
use docket_wire::{CSRF_HEADER, ProblemCode, Right, UnixMs};
use worker::Env;

use crate::auth::client;
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;
use crate::jobs::close_sockets;
use crate::platform::clock;

/// How long an isolate caches that a session is active. Signing out takes effect at once in the isolate that handles it,
/// and after this time in all others.
const CACHE_MS: i64 = 30_000;
/// Maximum number of sessions in the cache.
const CACHE_MAX: usize = 1000;

thread_local! {
    // When each session was last seen active. The cache has no promises, because the runtime cancels a request that awaits
    // a promise of another request.
    static ACTIVE: RefCell<HashMap<SessionId, UnixMs>> = RefCell::default();
}

/// An authenticated caller, and how the caller proved it.
pub(crate) struct Identity {
    pub(crate) caller: Caller,
    /// The session of a person; none for a program.
    pub(crate) session: Option<Session>,
}

impl Identity {
    /// What proves who the caller is.
    pub(crate) fn credential(&self, settings: &Settings) -> Result<Credential, Failure> {
        let credential = match &self.session {
            Some(session) => Credential::of_session(session, settings),
            None => Credential::of_program(&self.caller.name, settings),
        };
        credential.ok_or_else(|| Failure::internal("an authenticated caller is not in the settings"))
    }
}

/// Authenticates the caller; none without a token and a session. An invalid token or session is an error.
pub(crate) async fn identify(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    if let Some(authorization) = request.header("Authorization") {
        let presented =
            authorization.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let caller = presented
            .and_then(|(_, presented)| token::authenticate(&settings.tokens, presented.trim(), clock::now()));
        return match caller {
            Some(caller) => Ok(Some(Identity { caller, session: None })),
            None => Err(Failure::unauthenticated("The token is unknown or has expired.")),
        };
    }
    let Some(session) = session(request, settings)? else { return Ok(None) };
    if has_ended(env, &session.id).await? {
        return Err(ended());
    }
    Ok(Some(Identity { caller: Caller::operator(session.name.clone()), session: Some(session) }))
}

/// The same, but an invalid session is nobody's: browsers would print a 401 to the app's first request as an error.
pub(crate) async fn identify_or_nobody(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    match identify(request, env, settings).await {
        Err(failure) if failure.is_unauthenticated() && request.header("Authorization").is_none() => Ok(None),
        outcome => outcome,
    }
}

/// The session in the request's cookie, without the check whether it has ended.
pub(crate) fn session(request: &IncomingRequest, settings: &Settings) -> Result<Option<Session>, Failure> {
    let cookies = request.header("Cookie").unwrap_or_default();
    let Some(cookie) = request.cookie_kind(settings).find(&cookies) else { return Ok(None) };
    let hash = |name: &str| settings.operator(name).map(|operator| operator.hash.as_str());
    match Session::open(cookie, &settings.session_secret, hash, clock::now()) {
        Ok(session) => Ok(Some(session)),
        Err(InvalidSession::Expired) => {
            Err(Failure::unauthenticated("The session has expired. Sign in again."))
        }
        Err(InvalidSession::Forged) => {
            Err(Failure::unauthenticated("The session is not valid. Sign in again."))
        }
    }
}

/// The cookie that renews a session, if it is old enough.
pub(crate) fn renewed_cookie(
    session: &Session,
    request: &IncomingRequest,
    settings: &Settings,
) -> Option<String> {
    let renewed = session.renewed(clock::now())?;
    let operator = settings.operator(&renewed.name.0)?;
    Some(request.cookie_kind(settings).set(&renewed.seal(&settings.session_secret, &operator.hash)))
}

/// Checks that the caller may use a route.
pub(crate) fn check_access(access: AccessRule, identity: Option<&Identity>) -> Result<(), Failure> {
    match (access, identity) {
        (AccessRule::Public, _) | (AccessRule::SignedIn, Some(_)) => Ok(()),
        (AccessRule::NeedsPerson(right), Some(identity)) if identity.session.is_some() => {
            check_right(right, identity)
        }
        (AccessRule::NeedsPerson(_), Some(_)) => {
            Err(Failure::new(ProblemCode::Forbidden, "Only a person who is signed in can do this."))
        }
        (AccessRule::Needs(right), Some(identity)) => check_right(right, identity),
        (_, None) => Err(Failure::unauthenticated("Sign in or send a token.")),
    }
}

fn check_right(right: Right, identity: &Identity) -> Result<(), Failure> {
    if identity.caller.may(right) {
        return Ok(());
    }
    Err(Failure::new(ProblemCode::Forbidden, format!("This needs the right {}.", right.as_str())))
}

/// Checks that a browser sent the request for one of Docket's own pages.
///
/// A request that changes something needs a header that a form on another site cannot set, and an `Origin` that a script
/// on another site cannot forge. A WebSocket needs the `Origin`, because any site can open one. Tokens are exempt, because
/// no browser sends them by itself.
pub(crate) fn check_csrf(
    request: &IncomingRequest,
    settings: &Settings,
    input: RequestInput,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let has_token = identity.is_some_and(|identity| identity.session.is_none());
    let is_socket = input == RequestInput::WebSocket;
    if has_token || (request.is_safe() && !is_socket) {
        return Ok(());
    }
    if !is_socket && request.header(CSRF_HEADER).as_deref() != Some("1") {
        let error = format!("A request that changes something needs the header {CSRF_HEADER}: 1.");
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field(CSRF_HEADER));
    }
    if request.header("Origin").as_deref() != Some(request.own_origin(settings)) {
        let error =
            "The request comes from another origin. DOCKET_ORIGIN must be the origin that people see.";
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field("Origin"));
    }
    Ok(())
}

async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let now = clock::now();
    let cached = ACTIVE.with_borrow(|active| active.get(session).copied());
    if cached.is_some_and(|cached_at| now.since_ms(cached_at) < CACHE_MS) {
        return Ok(false);
    }
    let has_ended = client::has_ended(env, session).await?;
    ACTIVE.with_borrow_mut(|active| {
        if has_ended {
            active.remove(session);
        } else {
            if active.len() >= CACHE_MAX {
                active.clear();
            }
            active.insert(session.clone(), now);
        }
    });
    Ok(has_ended)
}

/// Checks that a session did not end while its WebSocket was opened, and closes the WebSocket otherwise: the sign-out may
/// have come too early to close it, and the cache may be older than the sign-out.
pub(crate) async fn check_opened_socket(
    session: &Session,
    env: &Env,
    settings: &Settings,
) -> Result<(), Failure> {
    if client::has_ended(env, &session.id).await? {
        forget(&session.id);
        close_sockets(env, settings, &session.id).await?;
        return Err(ended());
    }
    Ok(())
}

fn ended() -> Failure {
    Failure::unauthenticated("This session has ended. Sign in again.")
}

/// Removes a session from the cache.
pub(crate) fn forget(session: &SessionId) {
    ACTIVE.with_borrow_mut(|active| active.remove(session));
}
