//! Tests of the Worker over HTTP: the deployed build in workerd, with the stand-in service as its upstream.
//!
//! `DOCKET_TEST_WORKER` names the folder with the built Worker; the default is `edge/build`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics on what it does not expect"
)]

mod access;
mod analytics;
mod app;
mod audit;
mod backup;
mod bindings;
mod canary;
mod deny_matrix;
mod fuzz;
mod harness;
mod jobs;
mod logs;
mod metrics;
mod newer_schema;
mod openapi;
mod people;
mod retention;
mod secret_rotation;
mod service_trouble;
mod settings;
mod sign_in;
mod sign_in_flood;
mod sign_out;
#[path = "../../core/tests/support/sqlite.rs"]
mod sqlite;
mod sso;
mod status;
mod templates;
mod tokens;
mod validation;
