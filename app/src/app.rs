//! From the address to a page.

use leptos::prelude::*;

use crate::browser::page;
use crate::components::shell::Shell;
use crate::pages::{Gated, SignInPage};
use crate::paths::Route;
use crate::state::console::Console;
use crate::ui::part;

/// The whole console.
#[component]
pub(crate) fn App() -> impl IntoView {
    let console = Console::provide();
    console.access.ask();
    let route = Memo::new(move |_| Route::read(&console.address.path()));
    let is_sign_in = Memo::new(move |_| route.with(|route| *route == Route::SignIn));
    view! {
        <Announcer/>
        {part(move || {
            if is_sign_in.get() {
                view! { <SignInPage/> }.into_any()
            } else {
                view! { <Gated><Shell route=route/></Gated> }.into_any()
            }
        })}
    }
}

/// Tells where one has arrived: the focus goes to the heading of the new page.
#[component]
fn Announcer() -> impl IntoView {
    let Console { address, voice, .. } = Console::here();
    Effect::new(move |before: Option<String>| {
        let path = address.path();
        if before.is_some_and(|before| before != path) {
            page::focus_soon("h1");
        }
        path
    });
    view! { <p class="visually-hidden" aria-live="polite">{voice}</p> }
}
