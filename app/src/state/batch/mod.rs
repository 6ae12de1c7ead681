//! Jobs for many pages from one template, sent one after another within the budget.

pub(crate) mod open;
mod outcome;
pub(crate) mod preparation;
pub(crate) mod prompts;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod setup;
mod shared_setup;
pub(crate) mod storage;
#[cfg(test)]
mod tests;
