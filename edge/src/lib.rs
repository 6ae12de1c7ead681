//! The Worker: glue that carries out the decisions of `docket-core`.
//!
//! Every request gets an id and is routed, authenticated, authorized and checked. Then the Worker or a Durable Object
//! responds: `JobsObject` stores the jobs of a project, `AnalyticsObject` the visitor analytics and the request budget
//! of an admin key, `SignInObject` failed sign-ins and ended sessions, and `AuthObject` tokens of programs, people
//! with their sessions, and the audit log of what belongs to no project.
//!
//! Architecture invariants: no data from outside can cause a panic, because a panic ends every request of the isolate;
//! and only `upstream` sees the admin key.

mod alarm_object;
mod analytics;
mod audit;
mod auth;
mod backup;
mod http;
mod jobs;
mod platform;
mod router;
mod settings;
mod upstream;

use worker::{Context, Env, event};

use self::http::instance;

#[event(fetch)]
async fn fetch(request: web_sys::Request, env: Env, context: Context) -> worker::Result<web_sys::Response> {
    instance::prepare();
    router::handle(request, &env, &context).await
}
