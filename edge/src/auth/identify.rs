//! Who is calling.
//!
//! Programs send a token, people a session cookie. Where both are sent the token counts, since whoever sets that
//! header means it; one that is no good is refused, and not made up for by the cookie.

use std::cell::RefCell;
use std::collections::HashMap;

use docket_core::auth::caller::Caller;
use docket_core::auth::session::{InvalidSession, Session, SessionId};
use docket_core::auth::token;
use docket_core::http::route::{Access, Route};
use docket_core::settings::Settings;
use docket_wire::{CSRF_HEADER, ProblemCode, UnixMs};
use worker::Env;

use crate::auth::object;
use crate::http::failure::Failure;
use crate::http::request::Incoming;
use crate::platform::clock;

/// How long an isolate believes that a session has not been ended. Signing out takes effect at once where it is asked
/// for, and everywhere after this.
const BELIEVED_MS: i64 = 30_000;
/// Sessions that an isolate remembers at most.
const BELIEVED_MAX: usize = 1000;

thread_local! {
    // Moments only: what belongs to one request, as a promise does, must not be waited for by another.
    static BELIEVED: RefCell<HashMap<SessionId, UnixMs>> = RefCell::default();
}

/// Someone who has proved who they are.
pub(crate) struct Identity {
    pub(crate) caller: Caller,
    /// The session, if it is a person.
    pub(crate) session: Option<Session>,
}

/// Finds out who is calling. An error is a proof that is no good; that there is none is none.
pub(crate) async fn identify(
    incoming: &Incoming,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    if let Some(authorization) = incoming.header("Authorization") {
        let presented =
            authorization.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let caller = presented
            .and_then(|(_, presented)| token::authenticate(&settings.tokens, presented.trim(), clock::now()));
        return match caller {
            Some(caller) => Ok(Some(Identity { caller, session: None })),
            None => Err(Failure::unauthenticated("The token is not known, or no longer good.")),
        };
    }
    let Some(session) = session(incoming, settings)? else { return Ok(None) };
    if has_ended(env, &session.id).await? {
        return Err(Failure::unauthenticated("This session was ended. Sign in again."));
    }
    Ok(Some(Identity { caller: Caller::operator(session.name.clone()), session: Some(session) }))
}

/// The session of the request's cookie, as far as the cookie alone can tell.
pub(crate) fn session(incoming: &Incoming, settings: &Settings) -> Result<Option<Session>, Failure> {
    let cookies = incoming.header("Cookie").unwrap_or_default();
    let Some(cookie) = incoming.cookie_kind(settings).find(&cookies) else { return Ok(None) };
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

/// The cookie that keeps a session going, if it is time for a new one.
pub(crate) fn renewed_cookie(session: &Session, incoming: &Incoming, settings: &Settings) -> Option<String> {
    let renewed = session.renewed(clock::now())?;
    let operator = settings.operator(&renewed.name.0)?;
    Some(incoming.cookie_kind(settings).set(&renewed.seal(&settings.session_secret, &operator.hash)))
}

/// Checks that the caller may use a route.
pub(crate) fn check_access(route: &Route, identity: Option<&Identity>) -> Result<(), Failure> {
    match (route.access(), identity) {
        (Access::Public, _) | (Access::SignedIn, Some(_)) => Ok(()),
        (Access::Needs(right), Some(identity)) if identity.caller.may(right) => Ok(()),
        (Access::Needs(right), Some(_)) => {
            Err(Failure::new(ProblemCode::Forbidden, format!("This needs the right {}.", right.as_str())))
        }
        (_, None) => Err(Failure::unauthenticated("Sign in first, or send a token.")),
    }
}

/// Checks that a browser sent this on behalf of Docket's own pages.
///
/// Whatever changes something needs a header that a form on another site cannot set, and an `Origin` that a script on
/// another site cannot fake. A WebSocket needs the `Origin`, since browsers open one to anywhere. Tokens are exempt: no
/// browser sends them by itself.
pub(crate) fn check_csrf(
    incoming: &Incoming,
    settings: &Settings,
    route: &Route,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let by_token = identity.is_some_and(|identity| identity.session.is_none());
    let is_socket = matches!(route, Route::Live { .. });
    if by_token || (incoming.is_safe() && !is_socket) {
        return Ok(());
    }
    if !is_socket && incoming.header(CSRF_HEADER).as_deref() != Some("1") {
        let error = format!("A request that changes something needs the header {CSRF_HEADER}: 1.");
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field(CSRF_HEADER));
    }
    if incoming.header("Origin").as_deref() != Some(incoming.own_origin(settings)) {
        let error = "The request comes from another origin than Docket's own. DOCKET_ORIGIN must name the origin that people see.";
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field("Origin"));
    }
    Ok(())
}

async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let now = clock::now();
    let believed = BELIEVED.with_borrow(|believed| believed.get(session).copied());
    if believed.is_some_and(|since| now.since_ms(since) < BELIEVED_MS) {
        return Ok(false);
    }
    let ended = object::has_ended(env, session).await?;
    BELIEVED.with_borrow_mut(|believed| {
        if ended {
            believed.remove(session);
        } else {
            if believed.len() >= BELIEVED_MAX {
                believed.clear();
            }
            believed.insert(session.clone(), now);
        }
    });
    Ok(ended)
}

/// No longer believes in a session.
pub(crate) fn forget(session: &SessionId) {
    BELIEVED.with_borrow_mut(|believed| believed.remove(session));
}
