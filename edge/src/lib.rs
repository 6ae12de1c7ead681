//! The Worker: thin glue that carries out what `docket-core` decides.
//!
//! Every request gets an id, is routed, authenticated, authorized and checked, and goes to the module that acts on it.
//! Durable Objects store what has to last: `JobsObject` a project's jobs, `AnalyticsObject` the visitor figures and
//! request budget of an admin key, `SignInObject` failed sign-ins and ended sessions.
//!
//! Architecture invariants: nothing panics on anything from outside, since a panic takes every request of the
//! isolate with it; and only `upstream` sees the admin key.

mod analytics;
mod auth;
mod http;
mod jobs;
mod platform;
mod settings;
mod upstream;

use std::sync::Once;

use worker::{Context, Env, event};

/// Prepares an instance. Called wherever the runtime enters.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        platform::panics::hook();
        platform::microtasks::take_over();
    });
}

#[event(fetch)]
async fn fetch(request: web_sys::Request, env: Env, _context: Context) -> worker::Result<web_sys::Response> {
    prepare();
    http::router::handle(request, &env).await
}
