//! Authorization and CSRF checks.

use docket_core::auth::authorization::{Denial, check};
use docket_core::auth::caller::CallerKind;
use docket_core::auth::csrf::{MaybeForged, RequestKind};
use docket_core::http::route::{AuthorizationRule, RequestInput};
use docket_core::settings::Settings;
use docket_wire::{CSRF_HEADER, ProblemCode, ProjectId};

use crate::auth::identity::{Identity, VerifiedCredential};
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;

/// Checks that the caller may use a route, in the project that its path names, if there is one.
pub(crate) fn check_authorization(
    rule: AuthorizationRule,
    project: Option<&ProjectId>,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let extent = match (rule, project) {
        (AuthorizationRule::NeedsSomewhere(_), _) | (_, Some(_)) => RightExtent::OneProject,
        (_, None) => RightExtent::AllProjects,
    };
    check(rule, project, identity.map(|identity| &identity.caller))
        .map_err(|denial| failure_of(denial, extent))
}

/// In how many projects a caller needs a right.
#[derive(Clone, Copy)]
pub(super) enum RightExtent {
    OneProject,
    AllProjects,
}

/// The response to a caller who may not do something.
pub(super) fn failure_of(denial: Denial, extent: RightExtent) -> Failure {
    match denial {
        Denial::Unauthenticated => Failure::unauthenticated("Sign in or send a token."),
        Denial::UnknownProject => Failure::unknown_project(),
        Denial::NeedsPerson => {
            Failure::new(ProblemCode::Forbidden, "Only a person who is signed in can do this.")
        }
        Denial::Needs(right) => {
            let extent = match extent {
                RightExtent::OneProject => "",
                RightExtent::AllProjects => " in all projects",
            };
            let error = format!("This operation requires the right {}{extent}.", right.as_str());
            Failure::new(ProblemCode::Forbidden, error)
        }
    }
}

/// Checks that no page of another site had a browser send the request.
pub(crate) fn check_csrf(
    request: &IncomingRequest,
    settings: &Settings,
    input: RequestInput,
    identity: Option<&Identity>,
) -> Result<(), Failure> {
    let kind = RequestKind {
        caller: identity.map(|identity| match identity.credential {
            VerifiedCredential::Token(_) => CallerKind::Program,
            // Access adds an assertion to every request of a browser, whichever page makes it.
            VerifiedCredential::Session(_) | VerifiedCredential::Access(_) => CallerKind::Person,
        }),
        is_safe: request.is_safe(),
        is_socket: input == RequestInput::WebSocket,
    };
    kind.check_sender(|name| request.header(name), request.own_origin(settings)).map_err(|maybe_forged| {
        let (header, error) = match maybe_forged {
            MaybeForged::NoOwnHeader => {
                (CSRF_HEADER, format!("A request that changes something needs the header {CSRF_HEADER}: 1."))
            }
            MaybeForged::OtherSite => {
                ("Sec-Fetch-Site", "A page of another site asked for this. Open it from Docket, or type its address.".to_owned())
            }
            MaybeForged::OtherOrigin => {
                let error = "The Origin header must have Docket's own origin. DOCKET_ORIGIN must be the origin in the browser's address bar.";
                ("Origin", error.to_owned())
            }
        };
        Failure::new(ProblemCode::CsrfCheck, error).field(header)
    })
}
