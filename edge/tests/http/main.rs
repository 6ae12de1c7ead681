//! Tests of the Worker over HTTP: the deployed build in workerd, with the stand-in service as its upstream.
//!
//! `DOCKET_TEST_WORKER` names the folder with the built Worker; the default is `edge/build`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics on what it does not expect"
)]

mod analytics;
mod audit;
mod auth;
mod canary;
mod fuzz;
mod harness;
mod jobs;
mod operations;
mod routes;
mod service_trouble;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;
