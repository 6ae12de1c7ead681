//! What the edge decides.
//!
//! Architecture invariant: nothing here does I/O, reads a clock or rolls dice. Moments and randomness come in as
//! arguments, storage through [`db::Database`], and the answers of the documentation service as [`answer`]s, so
//! that everything runs natively in tests.

pub mod answer;
pub mod db;
pub mod ledger;
pub mod schedule;
