//! Jobs for many pages: what a person prepares, and what becomes of it.

mod budget;
mod item;
pub(crate) mod notice;
mod preview;
pub(crate) mod progress;
pub(crate) mod setup;
mod template_choice;
