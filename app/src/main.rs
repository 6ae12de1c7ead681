//! The console: a single-page app that runs in a browser.
//!
//! Modules import in one direction: `pages` import `components`, `components` import `ui`, both import `state`, and `state`
//! imports `api`. `format` and `browser` import only modules below all of these, and `texts` imports no other module. Code that
//! needs no browser is pure, and its tests run on the host.

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
