//! The Worker over HTTP: the build that is deployed, in workerd, with the stand-in service behind it.
//!
//! `DOCKET_TEST_WORKER` names the folder with the built Worker; without it that is `edge/build`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what fails in a test is to fail it"
)]

mod access;
mod analytics;
mod canary;
mod harness;
mod jobs;
mod service_trouble;
mod settings;
mod sign_in;
mod validation;
