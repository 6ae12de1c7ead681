//! The app's page, under the paths of its pages. The platform serves the app's files before it calls the Worker, so
//! that a path without a page is no file either.
//!
//! A missing file must never be answered with the page: a browser would keep the page under the name of a script for a
//! year, and a tab of an older version asks for files that are gone.

use docket_core::auth::sso::ASSERTION_HEADER;
use docket_core::first_paint::{FirstPaint, Navigation};
use docket_wire::{PageMatch, ProblemCode};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response, ResponseInit};
use worker::Env;
use worker::worker_sys::Fetcher;

use crate::auth::identify;
use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;
use crate::settings;

/// Responds to a request outside the API. A person who follows a dead link gets the page too, with the status 404, and
/// sees there that the link is dead.
pub(crate) async fn respond(request: &IncomingRequest, env: &Env) -> Result<Response, Failure> {
    if !request.is_safe() {
        return Err(Failure::new(ProblemCode::MethodNotAllowed, "The app's pages accept only GET and HEAD.")
            .header("Allow", "GET, HEAD"));
    }
    let init = RequestInit::new();
    init.set_method(&request.method);
    if PageMatch::from_path(request.target().path) != PageMatch::NotFound {
        // The browser may have the page already.
        init.set_headers(&request.headers);
        return page(request, &init, env).await;
    }
    if !request.is_navigation() {
        return Err(no_file());
    }
    let page = page(request, &init, env).await?;
    let not_found = ResponseInit::new();
    not_found.set_status(404);
    not_found.set_headers_headers(&page.headers());
    Ok(Response::new_with_opt_readable_stream_and_init(page.body().as_ref(), &not_found)?)
}

async fn page(request: &IncomingRequest, init: &RequestInit, env: &Env) -> Result<Response, Failure> {
    let assets = js_sys::Reflect::get(env, &"ASSETS".into())?;
    if !assets.is_object() {
        return Err(no_file());
    }
    let path = first_paint(request, env).await.path();
    let file = Request::new_with_str_and_init(&format!("{}{path}", request.target().origin), init)?;
    let response = JsFuture::from(assets.unchecked_into::<Fetcher>().fetch(&file)?).await?;
    response.dyn_into().map_err(Failure::from)
}

/// What a person sees until the app has loaded. This does not look up whether the session was ended elsewhere: the app finds out, as
/// it does while it is open.
async fn first_paint(request: &IncomingRequest, env: &Env) -> FirstPaint {
    let Ok(settings) = settings::read(env) else { return FirstPaint::Frame };
    let person = identify::person(request, &settings).await.ok().flatten();
    let navigation = Navigation {
        caller: person.as_ref().map(|person| &person.caller),
        has_assertion: request.header(ASSERTION_HEADER).is_some(),
        is_from_other_site: request.header("Sec-Fetch-Site").as_deref() == Some("cross-site"),
        can_have_passphrase: !settings.accounts().is_empty(),
    };
    FirstPaint::of(&PageMatch::from_path(request.target().path), navigation)
}

fn no_file() -> Failure {
    Failure::new(ProblemCode::UnknownRoute, "There is no such page or file.")
}
