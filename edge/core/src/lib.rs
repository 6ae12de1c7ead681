//! What the edge decides.
//!
//! Architecture invariant: nothing here does I/O, reads a clock or rolls dice. Moments and randomness come in as
//! arguments, storage through [`db::Database`], and the answers of the documentation service as [`answer`]s, so
//! that everything runs natively in tests.

pub mod answer;
pub mod archive;
pub mod budget;
pub mod caller;
pub mod db;
pub mod endpoint;
pub mod gate;
pub mod headers;
pub mod ledger;
pub mod passphrase;
pub mod redact;
pub mod route;
pub mod schedule;
pub mod session;
pub mod settings;
pub mod target;
pub mod token;
