//! The decisions of the edge.
//!
//! Architecture invariant: nothing here does I/O, reads a clock or generates random numbers. Moments and random bytes
//! are arguments, storage is a [`storage::Database`], and the responses of the documentation service are values of
//! [`upstream::response`], so that everything runs natively in tests.

pub mod alarm;
pub mod analytics;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod first_paint;
pub mod health;
pub mod http;
pub mod jobs;
pub mod metrics;
mod ordered;
pub mod rate_limit;
mod retention;
pub mod settings;
pub mod storage;
pub mod unique_id;
pub mod upstream;
