//! The console: what a person sees of Docket in a browser.
//!
//! `state` knows, `api` asks the edge, `pages` and `components` show, `ui` and `format` say how. What can be decided
//! without a browser is in pure modules with tests on the host; `browser` holds what cannot.

#![allow(unreachable_pub, reason = "the component macro makes its structs of props public")]

mod api;
mod app;
mod browser;
mod components;
mod format;
mod pages;
mod paths;
mod state;
mod ui;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
