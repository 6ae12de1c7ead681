//! Jobs for many pages: what a person prepares, and what becomes of it.

mod budget;
mod item;
pub(crate) mod notice;
pub(crate) mod page;
mod preview;
mod progress;
mod setup;
mod template_choice;
