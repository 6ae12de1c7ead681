//! Jobs for many pages from one template, sent one after another within the budget.

pub(crate) mod open;
mod outcome;
pub(crate) mod plan;
pub(crate) mod preparation;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod setup;
mod shared_setup;
#[cfg(test)]
mod simulation;
pub(crate) mod storage;
