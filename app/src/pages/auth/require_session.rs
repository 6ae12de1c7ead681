//! The check for a session.

use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use super::no_session::Failed;
use super::outside_access::AccessEnded;
use crate::browser::title;
use crate::components::lazy::LoadingDocket;
use crate::pages::lazy::not_configured_page;
use crate::paths::{self, Page};
use crate::state::auth::AuthState;
use crate::state::console::{Console, use_console};
use crate::texts::auth::sign_in as texts;

/// Shows its children to a person with a session, and redirects everybody else to the sign-in.
#[component]
pub(crate) fn RequireSession(children: ChildrenFn) -> impl IntoView {
    let Console { auth, live_region, .. } = use_console();
    let (location, navigate) = (use_location(), use_navigate());
    let state = auth.state();
    Effect::new(move || {
        if state.get() == AuthState::SignedOut {
            // Nothing says what the last person worked on, also while the sign-in page is on its way.
            title::set_page(texts::SIGN_IN.to_owned());
            title::set_project(String::new());
            live_region.set(String::new());
            let here =
                paths::with_query(&location.pathname.get_untracked(), &location.search.get_untracked())
                    + &location.hash.get_untracked();
            let return_to = Some(here.as_str()).filter(|here| *here != "/");
            navigate(&Page::SignIn { return_to }.to_string(), paths::redirect());
        }
    });
    move || match state.get() {
        AuthState::SignedIn(_) => children().into_any(),
        AuthState::Loading | AuthState::SignedOut => view! { <LoadingDocket/> }.into_any(),
        AuthState::AccessEnded => view! { <AccessEnded/> }.into_any(),
        AuthState::NotConfigured(health) => not_configured_page(health),
        AuthState::Failed(error) => view! { <Failed error=error/> }.into_any(),
    }
}
