//! What the edge decides.
//!
//! Architecture invariant: nothing here does I/O, reads a clock or draws random numbers. Moments and randomness come
//! in as arguments, storage through [`storage::Database`], and the answers of the documentation service as
//! [`upstream::response`]s, so that everything runs natively in tests.

pub mod analytics;
pub mod auth;
pub mod http;
pub mod jobs;
pub mod rate_limit;
pub mod settings;
pub mod storage;
pub mod upstream;
