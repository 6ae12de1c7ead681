//! The console: a single-page app that runs in a browser.
//!
//! Modules depend on each other in one direction: `pages` on `components`, these on `ui`, both on `state`, and that on
//! `api`. `format` and `browser` are leaves that every module may use. Whatever needs no browser is pure, and has tests
//! that run on the host.

#![allow(unreachable_pub, reason = "the component macro makes the structs of its props public")]

mod api;
mod app;
mod browser;
mod components;
mod format;
mod pages;
mod paths;
#[cfg(test)]
mod sample;
mod state;
mod texts;
mod ui;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
