//! The stand-in over real HTTP: the contract, the limits, each fault, the control routes and the process.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]

mod access;
mod bench;
mod control;
mod docs;
mod faults;
mod jobs;
mod process;
mod visitors;
