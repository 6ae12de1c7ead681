//! From the address to a page.

use leptos::prelude::*;
use leptos_router::components::{FlatRoutes, Route as RouterRoute, Router};
use leptos_router::hooks::use_location;
use leptos_router::path;

use crate::browser::page;
use crate::components::shell::Shell;
use crate::pages::{Gated, SignInPage};
use crate::paths::Route;
use crate::state::console::Console;

/// The whole console.
#[component]
pub(crate) fn App() -> impl IntoView {
    Console::provide().access.ask();
    // The router keeps the address; which page it means is read by `Route`, which is a tenth of the code to load
    // that nested routes are, and has the builder of every path for its neighbour.
    view! {
        <Router>
            <FlatRoutes fallback=|| ()>
                <RouterRoute path=path!("/*path") view=Frame/>
            </FlatRoutes>
        </Router>
    }
}

#[component]
fn Frame() -> impl IntoView {
    let path = use_location().pathname;
    let route = Memo::new(move |_| Route::read(&path.get()));
    let is_sign_in = Memo::new(move |_| route.with(|route| *route == Route::SignIn));
    view! {
        <Announcer/>
        {move || {
            if is_sign_in.get() {
                view! { <SignInPage/> }.into_any()
            } else {
                view! { <Gated><Shell route=route/></Gated> }.into_any()
            }
        }}
    }
}

/// Tells where one has arrived: the focus goes to the heading of the new page.
#[component]
fn Announcer() -> impl IntoView {
    let voice = Console::here().voice;
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        if before.is_some_and(|before| before != path) {
            page::focus_soon("h1");
        }
        path
    });
    view! { <p class="visually-hidden" aria-live="polite">{voice}</p> }
}
