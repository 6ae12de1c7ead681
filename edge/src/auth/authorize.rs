//! Access and CSRF checks.

use docket_core::auth::access::{Denial, check};
use docket_core::http::route::{AccessRule, RequestInput};
use docket_core::settings::Settings;
use docket_wire::{CSRF_HEADER, ProblemCode, ProjectId};

use crate::auth::identity::{Identity, Proof};
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;

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
        Denial::Needs(right) => {
            let is_of_all = project.is_none() && !matches!(rule, AccessRule::NeedsSomewhere(_));
            let extent = if is_of_all { " in all projects" } else { "" };
            let error = format!("This operation requires the right {}{extent}.", right.as_str());
            Failure::new(ProblemCode::Forbidden, error)
        }
    })
}

/// Checks that a browser sent the request for one of Docket's own pages.
///
/// A request that changes something needs a header that a form on another site cannot set, and an `Origin` that a
/// script on another site cannot forge. A WebSocket needs the `Origin`, because any site can open one. Tokens are
/// exempt, because no browser sends them by itself; assertions are not, because Access adds them to every request of
/// a browser.
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
        let error = "The Origin header must have Docket's own origin. DOCKET_ORIGIN must be the origin in the browser's address bar.";
        return Err(Failure::new(ProblemCode::CsrfCheck, error).field("Origin"));
    }
    Ok(())
}
