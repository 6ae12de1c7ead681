//! The console: a single-page app that runs in a browser.
//!
//! Modules import in one direction: `pages` import `components`, `components` import `ui`, both import `state`, and `state`
//! imports `api`. `paths`, `browser`, `format` and `texts` are below all of these. Of them, `ui` imports `browser`, `format` and
//! `texts`; `paths` imports `format`, `browser` imports `format` and `texts`, `format` imports `texts`, and `texts` no other module.
//! `xtask/tests/rules/structure.rs` checks this. Code that needs no browser is pure, and its tests run on the host.

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
