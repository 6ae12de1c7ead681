//! Signing in and out.

use docket_core::auth::passphrase;
use docket_core::auth::session::Session;
use docket_core::settings::Settings;
use docket_wire::{ProblemCode, Session as SessionAnswer, SignIn, UnixMs};
use worker::Env;

use crate::auth::identify::{self, Identity};
use crate::auth::object;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::http::request::Incoming;
use crate::platform::clock;
use crate::platform::random;

const SIGN_IN_BYTES_MAX: usize = 4096;
const NAME_CHARS_MAX: usize = 64;
/// The end of the year 9999: a token that never expires.
const NEVER: UnixMs = UnixMs(253_402_300_799_000);

/// `POST /api/session`: a name and a passphrase for a cookie.
pub(crate) async fn sign_in(incoming: &Incoming, env: &Env, settings: &Settings) -> Result<Reply, Failure> {
    let shape = "{\"name\": text, \"passphrase\": text}";
    let (_, SignIn { name, passphrase }) = incoming.json(SIGN_IN_BYTES_MAX, shape, "body").await?;
    if name.chars().count() > NAME_CHARS_MAX {
        return Err(Failure::invalid(
            "name",
            format!("name must not be longer than {NAME_CHARS_MAX} characters."),
        ));
    }
    let address = incoming.client_address();
    if let Err(free_at) = object::attempt(env, &name, &address).await? {
        let wait_s = free_at.since_ms(clock::now()).max(1).unsigned_abs().div_ceil(1000);
        let error = format!("Too many attempts to sign in. Try again in {wait_s} s.");
        return Err(Failure::new(ProblemCode::SignInThrottled, error).retry_after_s(wait_s));
    }
    let Some(operator) = passphrase::authenticate(settings, &name, &passphrase) else {
        let error = "Name and passphrase do not belong together.";
        return Err(Failure::new(ProblemCode::WrongPassphrase, error));
    };
    object::succeeded(env, &name, &address).await?;
    let session = Session::begin(random::bytes()?, operator.name.clone(), clock::now());
    let cookie = incoming.cookie_kind(settings).set(&session.seal(&settings.session_secret, &operator.hash));
    let caller = docket_core::auth::caller::Caller::operator(operator.name.clone());
    Ok(describe(&Identity { caller, session: Some(session) }, settings).header("Set-Cookie", cookie))
}

/// `GET /api/session`: who is calling.
pub(crate) fn describe(identity: &Identity, settings: &Settings) -> Reply {
    let expires_at = match &identity.session {
        Some(session) => session.expires_at(),
        None => {
            let id = identity.caller.name.0.strip_prefix("token:").unwrap_or_default();
            settings
                .tokens
                .iter()
                .find(|token| token.id == id)
                .and_then(|token| token.expires_at)
                .unwrap_or(NEVER)
        }
    };
    Reply::json(
        200,
        &SessionAnswer {
            name: identity.caller.name.clone(),
            rights: identity.caller.rights.clone(),
            expires_at,
        },
    )
}

/// `DELETE /api/session`: ends the cookie's session, if there is one, and takes the cookie away in any case.
pub(crate) async fn sign_out(incoming: &Incoming, env: &Env, settings: &Settings) -> Result<Reply, Failure> {
    if let Ok(Some(session)) = identify::session(incoming, settings) {
        object::end_session(env, &session).await?;
        identify::forget(&session.id);
    }
    Ok(Reply::empty(204).header("Set-Cookie", incoming.cookie_kind(settings).clear()))
}
