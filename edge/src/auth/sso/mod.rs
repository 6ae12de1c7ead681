//! People who come through Cloudflare Access.

mod keys;

use docket_core::auth::sso::{ASSERTION_HEADER, AccessPerson, Assertion, InvalidAssertion};
use docket_core::settings::Settings;

use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;
use crate::platform::clock;

/// The person of the request's assertion; `None` without an assertion, or without Access in the settings. An invalid
/// assertion is an error.
pub(super) async fn person(
    request: &IncomingRequest,
    settings: &Settings,
) -> Result<Option<AccessPerson>, Failure> {
    let Some(application) = settings.access_application() else { return Ok(None) };
    let Some(text) = request.header(ASSERTION_HEADER) else { return Ok(None) };
    let assertion = Assertion::read(&text, application, clock::now())?;
    let key = keys::find(assertion.key_id(), application).await?.ok_or(InvalidAssertion::UnknownKey)?;
    let is_signed = key.has_signed(assertion.signed(), assertion.signature()).await?;
    Ok(Some(assertion.into_person(is_signed)?))
}
