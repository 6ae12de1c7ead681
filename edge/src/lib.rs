//! The Worker: thin glue that carries out what `docket-core` decides.
//!
//! Every request is given a name, routed, let in or not, checked, and handed to the module that acts on it. Durable
//! Objects keep what has to be kept: the desk a project's jobs, the archive an admin key's visitor figures and
//! budget, the gate failed sign-ins and ended sessions.
//!
//! Architecture invariants: nothing panics on anything from outside, since a panic takes every request of the
//! isolate with it; and only `upstream` sees the admin key.

mod archive;
mod auth;
mod body;
mod clock;
mod desk;
mod dice;
mod failure;
mod gate;
mod headers;
mod incoming;
mod log;
mod microtasks;
mod objects;
mod panics;
mod reply;
mod requests;
mod routes;
mod sessions;
mod settings;
mod sql;
mod stream;
mod upstream;

use std::sync::Once;

use worker::{Context, Env, event};

/// Prepares an instance. Called wherever the runtime enters.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panics::hook();
        microtasks::take_over();
    });
}

#[event(fetch)]
async fn fetch(request: web_sys::Request, env: Env, _context: Context) -> worker::Result<web_sys::Response> {
    prepare();
    routes::handle(request, &env).await
}
