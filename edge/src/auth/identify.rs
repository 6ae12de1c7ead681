//! Authentication.
//!
//! Programs send a token, people send an assertion of Cloudflare Access or a session cookie. A token takes precedence
//! over an assertion, and an assertion over a cookie. An invalid one is refused, even if the next one is valid.

use docket_core::auth::credential::{session_tag, token_tag};
use docket_core::auth::session::{InvalidSession, Session};
use docket_core::auth::sso::ASSERTION_HEADER;
use docket_core::auth::token::{self, Token, TokenHash, hash_presented};
use docket_core::settings::Settings;
use worker::Env;

use crate::auth::identity::{Identity, VerifiedCredential};
use crate::auth::{active_sessions, sign_in, sso, tokens};
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;
use crate::jobs::close_sockets;
use crate::platform::clock;

const AUTHORIZATION: &str = "Authorization";

/// Authenticates the caller; `None` without a token, an assertion and a session. An invalid one is an error.
pub(crate) async fn identify(
    RequestContext { request, env, settings }: RequestContext<'_>,
) -> Result<Option<Identity>, Failure> {
    if let Some(authorization) = request.header(AUTHORIZATION) {
        let presented =
            authorization.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let Some((_, presented)) = presented else {
            return Err(Failure::unauthenticated("Authorization must be Bearer, a space, and a token."));
        };
        let token = find_token(hash_presented(presented.trim()), env, settings).await?;
        let token = token.ok_or_else(unknown_token)?;
        return Ok(Some(Identity { caller: token.caller(), credential: VerifiedCredential::Token(token) }));
    }
    let person = person(request, settings).await?;
    if let Some(session) = person.as_ref().and_then(Identity::session)
        && active_sessions::has_ended(env, &session.id).await?
    {
        return Err(ended());
    }
    Ok(person)
}

/// The person of the request's assertion or session, without the check whether the session has ended.
pub(crate) async fn person(
    request: &IncomingRequest,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    if let Some(person) = sso::person(request, settings).await? {
        return Ok(Some(Identity::of_access(person, settings)));
    }
    Ok(session(request, settings)?.map(|session| Identity::of_session(session, settings)))
}

/// The valid token with a hash: of the settings, or one that an admin created.
async fn find_token(
    hash: Option<TokenHash>,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Token>, Failure> {
    let Some(hash) = hash else { return Ok(None) };
    match token::find(&settings.tokens, &hash, clock::now()) {
        Some(token) => Ok(Some(token.clone())),
        None => tokens::find(env, &hash).await,
    }
}

/// Authenticates the caller, with `None` also for an invalid session: browsers would print a 401 to the app's first request
/// as an error.
pub(crate) async fn identify_or_nobody(context: RequestContext<'_>) -> Result<Option<Identity>, Failure> {
    let RequestContext { request, settings, .. } = context;
    let has_assertion = settings.access_application().is_some() && request.header(ASSERTION_HEADER).is_some();
    let has_header = has_assertion || request.header(AUTHORIZATION).is_some();
    match identify(context).await {
        Err(failure) if failure.is_unauthenticated() && !has_header => Ok(None),
        outcome => outcome,
    }
}

/// The session in the request's cookie, without the check whether it has ended.
pub(crate) fn session(request: &IncomingRequest, settings: &Settings) -> Result<Option<Session>, Failure> {
    let cookies = request.header("Cookie").unwrap_or_default();
    let Some(cookie) = request.cookie_kind(settings).find(&cookies) else { return Ok(None) };
    let hash = |name: &str| settings.account(name).map(|account| account.hash.as_str());
    match Session::open(cookie, &settings.session_secrets(), hash, clock::now()) {
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
    let account = settings.account(&renewed.name.0)?;
    Some(request.cookie_kind(settings).set(&renewed.seal(&settings.session_secret, &account.hash)))
}

/// Checks that the session or token has not ended or changed by now. What the isolate knows may be older than the end.
pub(crate) async fn check_current(
    identity: &Identity,
    env: &Env,
    settings: &Settings,
) -> Result<(), Failure> {
    ended_by_now(identity, env, settings).await?.map_or(Ok(()), |(_, failure)| Err(failure))
}

/// Checks that the session or token did not end or change while its WebSocket was opened, and closes the WebSocket
/// otherwise: the end may have come too early to close it.
pub(crate) async fn check_opened_socket(
    identity: &Identity,
    env: &Env,
    settings: &Settings,
) -> Result<(), Failure> {
    let Some((tag, failure)) = ended_by_now(identity, env, settings).await? else { return Ok(()) };
    close_sockets(env, settings, &[tag]).await?;
    Err(failure)
}

/// If the session or token has ended or changed: the tag of its WebSockets, and the response.
async fn ended_by_now(
    identity: &Identity,
    env: &Env,
    settings: &Settings,
) -> Result<Option<(String, Failure)>, Failure> {
    Ok(match &identity.credential {
        VerifiedCredential::Session(session) if sign_in::has_ended(env, &session.id).await? => {
            active_sessions::forget(&session.id);
            Some((session_tag(&session.id), ended()))
        }
        VerifiedCredential::Token(token)
            if !settings.tokens.contains(token)
                && tokens::find_uncached(env, &token.hash).await?.as_ref() != Some(token) =>
        {
            Some((token_tag(&token.id), unknown_token()))
        }
        VerifiedCredential::Session(_) | VerifiedCredential::Token(_) | VerifiedCredential::Access(_) => None,
    })
}

fn unknown_token() -> Failure {
    Failure::unauthenticated("The token is unknown, revoked or expired.")
}

fn ended() -> Failure {
    Failure::unauthenticated("This session has ended. Sign in again.")
}
