//! Authentication, access and CSRF checks.
//!
//! Programs send a token, people send an assertion of Cloudflare Access or a session cookie. A token takes precedence
//! over an assertion, and an assertion over a cookie. An invalid one is refused, even if the next one is valid.

use std::cell::RefCell;

use docket_core::auth::access::{Denial, check};
use docket_core::auth::caller::Caller;
use docket_core::auth::credential::{Credential, session_tag, token_tag};
use docket_core::auth::roles::Person;
use docket_core::auth::session::{InvalidSession, Session};
use docket_core::auth::session_cache::SessionCache;
use docket_core::auth::sso::{ASSERTION_HEADER, AccessPerson};
use docket_core::auth::token::{self, Token, TokenHash, hash_presented};
use docket_core::http::route::{AccessRule, RequestInput};
use docket_core::settings::Settings;
use docket_wire::{CSRF_HEADER, CallerName, ProblemCode, ProjectId, SessionId};
use worker::Env;

use crate::auth::sign_in;
use crate::auth::{sso, tokens};
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;
use crate::jobs::close_sockets;
use crate::platform::clock;

const AUTHORIZATION: &str = "Authorization";

thread_local! {
    // The cache has no promises, because the runtime cancels a request that awaits a promise of another request.
    static ACTIVE: RefCell<SessionCache> = RefCell::default();
}

/// An authenticated caller, and how the caller authenticated.
pub(crate) struct Identity {
    pub(crate) caller: Caller,
    pub(crate) proof: Proof,
}

/// How a caller authenticated.
pub(crate) enum Proof {
    Token(Token),
    Session(Session),
    Access(AccessPerson),
}

impl Identity {
    /// The person of a session, with the roles that the settings give them now.
    pub(crate) fn of_session(session: Session, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Operator { name: &session.name.0 });
        Self { caller: Caller { name: session.name.clone(), grants }, proof: Proof::Session(session) }
    }

    /// The person of an assertion, with the roles that the settings give them now.
    fn of_access(person: AccessPerson, settings: &Settings) -> Self {
        let grants = settings.roles.grants(Person::Access { email: &person.email, groups: &person.groups });
        let name = CallerName(person.email.to_string());
        Self { caller: Caller { name, grants }, proof: Proof::Access(person) }
    }

    /// The session, if that is the proof.
    pub(crate) fn session(&self) -> Option<&Session> {
        match &self.proof {
            Proof::Session(session) => Some(session),
            Proof::Token(_) | Proof::Access(_) => None,
        }
    }

    /// What authenticates the caller.
    pub(crate) fn credential(&self, settings: &Settings) -> Result<Credential, Failure> {
        let credential = match &self.proof {
            Proof::Session(session) => Credential::of_session(session, settings),
            Proof::Access(person) => Credential::of_access(person, settings),
            Proof::Token(token) => Some(Credential::of_token(token, settings)),
        };
        credential.ok_or_else(|| Failure::internal("an authenticated caller is not in the settings"))
    }
}

/// Authenticates the caller; `None` without a token, an assertion and a session. An invalid one is an error.
pub(crate) async fn identify(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    if let Some(authorization) = request.header(AUTHORIZATION) {
        let presented =
            authorization.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let hash = presented.and_then(|(_, presented)| hash_presented(presented.trim()));
        let token = find_token(hash, env, settings).await?;
        let token = token.ok_or_else(unknown_token)?;
        return Ok(Some(Identity { caller: token.caller(), proof: Proof::Token(token) }));
    }
    let person = person(request, settings).await?;
    if let Some(session) = person.as_ref().and_then(Identity::session)
        && has_ended(env, &session.id).await?
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

/// The same, but an invalid session is nobody's: browsers would print a 401 to the app's first request as an error.
pub(crate) async fn identify_or_nobody(
    request: &IncomingRequest,
    env: &Env,
    settings: &Settings,
) -> Result<Option<Identity>, Failure> {
    let has_assertion = settings.access_application().is_some() && request.header(ASSERTION_HEADER).is_some();
    let has_header = has_assertion || request.header(AUTHORIZATION).is_some();
    match identify(request, env, settings).await {
        Err(failure) if failure.is_unauthenticated() && !has_header => Ok(None),
        outcome => outcome,
    }
}

/// The session in the request's cookie, without the check whether it has ended.
pub(crate) fn session(request: &IncomingRequest, settings: &Settings) -> Result<Option<Session>, Failure> {
    let cookies = request.header("Cookie").unwrap_or_default();
    let Some(cookie) = request.cookie_kind(settings).find(&cookies) else { return Ok(None) };
    let hash = |name: &str| settings.operator(name).map(|operator| operator.hash.as_str());
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
    let operator = settings.operator(&renewed.name.0)?;
    Some(request.cookie_kind(settings).set(&renewed.seal(&settings.session_secret, &operator.hash)))
}

/// Checks that the caller may use a route, in the project that its path names, if there is one.
pub(crate) fn check_access(
    rule: AccessRule,
    project: Option<&ProjectId>,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    check(rule, project, identity.map(|identity| &identity.caller)).map_err(|denial| match denial {
        Denial::Unauthenticated => Failure::unauthenticated("Sign in or send a token."),
        Denial::UnknownProject => Failure::unknown_project(),
        Denial::NeedsPerson => {
            Failure::new(ProblemCode::Forbidden, "Only a person who is signed in can do this.")
        }
        Denial::Needs(right) => Failure::new(
            ProblemCode::Forbidden,
            format!("This operation requires the right {}.", right.as_str()),
        ),
    })
}

/// Checks that a browser sent the request for one of Docket's own pages.
///
/// A request that changes something needs a header that a form on another site cannot set, and an `Origin` that a
/// script on another site cannot forge. A WebSocket needs the `Origin`, because any site can open one. Tokens are
/// exempt, because no browser sends them by itself; assertions are not, because Access adds them to whatever a browser
/// sends.
pub(crate) fn check_csrf(
    request: &IncomingRequest,
    settings: &Settings,
    input: RequestInput,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let has_token = identity.is_some_and(|identity| matches!(identity.proof, Proof::Token(_)));
    let is_socket = input == RequestInput::WebSocket;
    if has_token || (request.is_safe() && !is_socket) {
        return Ok(());
    }
    if !is_socket && request.header(CSRF_HEADER).as_deref() != Some("1") {
        let error = format!("A request that changes something needs the header {CSRF_HEADER}: 1.");
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field(CSRF_HEADER));
    }
    if request.header("Origin").as_deref() != Some(request.own_origin(settings)) {
        let error = "The request comes from another origin. DOCKET_ORIGIN must be the origin in the browser's address bar.";
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field("Origin"));
    }
    Ok(())
}

async fn has_ended(env: &Env, session: &SessionId) -> Result<bool, Failure> {
    let asked = ACTIVE.with_borrow(|active| active.ask(session, clock::now()));
    let Some(asked) = asked else { return Ok(false) };
    let has_ended = sign_in::has_ended(env, session).await?;
    if !has_ended {
        ACTIVE.with_borrow_mut(|active| active.put(session, asked));
    }
    Ok(has_ended)
}

/// Checks that the session or token did not end while its WebSocket was opened, and closes the WebSocket otherwise: the
/// end may have come too early to close it, and what the isolate knows may be older than the end.
pub(crate) async fn check_opened_socket(
    identity: &Identity,
    env: &Env,
    settings: &Settings,
) -> Result<(), Failure> {
    let (tag, failure) = match &identity.proof {
        Proof::Session(session) if sign_in::has_ended(env, &session.id).await? => {
            forget(&session.id);
            (session_tag(&session.id), ended())
        }
        Proof::Token(token)
            if !settings.tokens.contains(token)
                && tokens::find_uncached(env, &token.hash).await?.is_none() =>
        {
            (token_tag(&token.id), unknown_token())
        }
        Proof::Session(_) | Proof::Token(_) | Proof::Access(_) => return Ok(()),
    };
    close_sockets(env, settings, &tag).await?;
    Err(failure)
}

fn unknown_token() -> Failure {
    Failure::unauthenticated("The token is unknown, revoked or expired.")
}

fn ended() -> Failure {
    Failure::unauthenticated("This session has ended. Sign in again.")
}

/// Removes a session from the cache.
pub(crate) fn forget(session: &SessionId) {
    ACTIVE.with_borrow_mut(|active| active.forget(session));
}
