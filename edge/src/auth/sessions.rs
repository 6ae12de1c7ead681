//! The session routes: sign-in, sign-out, and the caller's own session.

use std::cell::RefCell;

use docket_core::audit::{AuditRecord, RecordLimiter};
use docket_core::auth::account::{Account, Claim};
use docket_core::auth::caller::Caller;
use docket_core::auth::credential::access_tag;
use docket_core::auth::passphrase::is_weak;
use docket_core::auth::people::ClientInfo;
use docket_core::auth::session::Session;
use docket_core::http::checks::parse_body;
use docket_core::http::limits::SIGN_IN_BYTES_MAX;
use docket_core::settings::Settings;
use docket_wire::{AuditAction, AuditCredential, CallerInfo, CallerName, ProblemCode, SignIn, SignInMethod};

use crate::audit;
use crate::auth::identify;
use crate::auth::identity::{Identity, VerifiedCredential};
use crate::auth::people;
use crate::auth::sign_in;
use crate::auth::sso;
use crate::http::context::RequestContext;
use crate::http::failure::Failure;
use crate::http::objects::ObjectName;
use crate::http::reply::Reply;
use crate::http::request::IncomingRequest;
use crate::jobs::close_sockets;
use crate::platform::clock;
use crate::platform::crypto::pbkdf2;
use crate::platform::random;

thread_local! {
    /// Limits how many sign-outs of people of Cloudflare Access the audit log records.
    static RECORDED: RefCell<RecordLimiter> = RefCell::default();
}

/// `POST /api/session`: exchanges a name and a passphrase for a cookie.
pub(crate) async fn sign_in(context: RequestContext<'_>) -> Result<Reply, Failure> {
    let RequestContext { request, env, settings } = context;
    let shape = "{\"name\": text, \"passphrase\": text}";
    let body = request.json(SIGN_IN_BYTES_MAX).await?;
    let SignIn { name, passphrase } = parse_body(&body, shape, "body")?;
    if name.chars().count() > Account::NAME_CHARS_MAX {
        let error = format!("name must not be longer than {} characters.", Account::NAME_CHARS_MAX);
        return Err(Failure::invalid("name", error));
    }
    let outcome = begin_session(context, &name, &passphrase).await;
    // A name that nobody has is not recorded: it may be a passphrase in the wrong field.
    let author = settings.account(&name).map(|account| account.name.clone());
    let record = session_record(request, author, AuditCredential::Passphrase, AuditAction::SignIn);
    let (session, cookie) = match outcome {
        Ok(begun) => begun,
        Err(failure) => {
            if is_refusal(failure.code()) {
                audit::refuse(env, ObjectName::auth(), record.refused(failure.code())).await;
            }
            return Err(failure);
        }
    };
    let client = ClientInfo::new(request.source(), &request.user_agent());
    people::begin(env, settings, session.clone(), client, record).await?;
    Ok(describe(&Identity::of_session(session, settings)).header("Set-Cookie", cookie))
}

/// Whether Docket refused the person, rather than failed.
fn is_refusal(code: ProblemCode) -> bool {
    matches!(code, ProblemCode::WrongPassphrase | ProblemCode::WeakPassphrase | ProblemCode::SignInThrottled)
}

/// The record of a sign-in, or of a sign-out after it.
fn session_record(
    request: &IncomingRequest,
    author: Option<CallerName>,
    credential: AuditCredential,
    action: AuditAction,
) -> AuditRecord {
    AuditRecord::new(author, credential, request.source(), action.into())
}

/// Begins the session of a person with the right passphrase. Returns it with its cookie.
async fn begin_session(
    RequestContext { request, env, settings }: RequestContext<'_>,
    name: &str,
    passphrase: &str,
) -> Result<(Session, String), Failure> {
    let address = request.client_address();
    if let Err(free_at) = sign_in::attempt(env, name, &address).await? {
        let wait_s = free_at.wait_s(clock::now()).max(1);
        let error = format!("Too many attempts to sign in. Try again in {wait_s} s.");
        return Err(Failure::new(ProblemCode::SignInThrottled, error).retry_after_s(wait_s));
    }
    let claim = Claim::new(settings.accounts(), name);
    let account = match claim.pbkdf2() {
        Some(hash) => claim.check_key(&pbkdf2::derive(passphrase, &hash).await?),
        None => claim.check_passphrase(passphrase),
    };
    let Some(account) = account else {
        return Err(Failure::new(ProblemCode::WrongPassphrase, "Wrong name or passphrase."));
    };
    // A person with the right passphrase gets in, even if their attempt stays counted.
    if let Err(failure) = sign_in::succeeded(env, name, &address).await {
        failure.log(&request.id);
    }
    // Only a hash from elsewhere can be of such a passphrase: `cargo xtask account` refuses it.
    if is_weak(passphrase) {
        let error = "This passphrase is too short: it must have at least 12 characters or 4 different words. \
                     `cargo xtask account` creates an entry with a new one.";
        return Err(Failure::new(ProblemCode::WeakPassphrase, error));
    }
    let session = Session::begin(random::bytes()?, account.name.clone(), clock::now());
    let cookie = request.cookie_kind(settings).set(&session.seal(&settings.session_secret, &account.hash));
    Ok((session, cookie))
}

/// `GET /api/self` and `GET /api/session`: describes the caller.
pub(crate) fn describe(identity: &Identity) -> Reply {
    let Caller { name, grants } = identity.caller.clone();
    let (sign_in, expires_at) = match &identity.credential {
        VerifiedCredential::Session(session) => (Some(SignInMethod::Passphrase), Some(session.expires_at())),
        VerifiedCredential::Access(person) => (Some(SignInMethod::Access), Some(person.valid_until)),
        VerifiedCredential::Token(token) => (None, token.expires_at),
    };
    Reply::json(200, &CallerInfo { name, grants, sign_in, expires_at })
}

/// `GET /api/session` for a caller who is not signed in. An invalid cookie is deleted.
pub(crate) fn signed_out_session(request: &IncomingRequest, settings: &Settings) -> Reply {
    let reply = Reply::json(200, &None::<CallerInfo>);
    if request.has_session_cookie(settings) {
        reply.header("Set-Cookie", request.cookie_kind(settings).clear())
    } else {
        reply
    }
}

/// `DELETE /api/session`: ends the cookie's session, if it has one, closes its WebSockets and those of the person of
/// Cloudflare Access, and deletes the cookie. Only Access itself can end what it vouches for.
pub(crate) async fn sign_out(
    RequestContext { request, env, settings }: RequestContext<'_>,
) -> Result<Reply, Failure> {
    if let Ok(Some(session)) = identify::session(request, settings) {
        let name = Some(session.name.clone());
        let record = session_record(request, name, AuditCredential::Passphrase, AuditAction::SignOut);
        people::end(env, settings, vec![session.id], &record).await?;
    }
    if let Ok(Some(person)) = sso::person(request, settings).await {
        close_sockets(env, settings, &[access_tag(&person.email)]).await?;
        // Access still vouches for them, so they can repeat it.
        if RECORDED.with_borrow_mut(|recorded| recorded.allows(person.email.as_str(), clock::now())) {
            let name = Some(CallerName(person.email.to_string()));
            let record = session_record(request, name, AuditCredential::Access, AuditAction::SignOut);
            audit::messages::append(env, ObjectName::auth(), &record.pack()).await?;
        }
    }
    Ok(Reply::empty(204).header("Set-Cookie", request.cookie_kind(settings).clear()))
}
