//! The sign-in page.

use docket_wire::{SignIn, SignInMethod};
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::{use_location, use_navigate};

use super::no_session::Failed;
use super::not_configured::NotConfigured;
use super::outside_access::{AccessEnded, AroundAccess};
use crate::browser::focus;
use crate::components::error_notice::RequestError;
use crate::components::lazy::LoadingDocket;
use crate::paths::{self, Page};
use crate::state::auth::AuthState;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::texts::auth::sign_in as texts;
use crate::texts::general;
use crate::ui::{Heading, Logo};

/// The form, if there are passphrases. Redirects to the page that required the session once there is one.
#[component]
pub(crate) fn SignInPage() -> impl IntoView {
    let auth = use_console().auth;
    let (location, navigate) = (use_location(), use_navigate());
    let state = auth.state();
    Effect::new(move || {
        if matches!(state.get(), AuthState::SignedIn(_)) {
            let to = location.search.with_untracked(|query| paths::return_to(query));
            navigate(&to.unwrap_or_else(|| Page::Home.to_string()), paths::redirect());
        }
    });
    move || match state.get() {
        AuthState::SignedOut => view! { <SignedOut/> }.into_any(),
        AuthState::AccessEnded => view! { <AccessEnded/> }.into_any(),
        AuthState::NotConfigured(health) => view! { <NotConfigured health=health/> }.into_any(),
        AuthState::Failed(error) => view! { <Failed error=error/> }.into_any(),
        AuthState::Loading | AuthState::SignedIn(_) => view! { <LoadingDocket/> }.into_any(),
    }
}

/// How a person can sign in.
#[component]
fn SignedOut() -> impl IntoView {
    let api = use_console().api;
    let health = RwSignal::new(None);
    spawn_local(async move {
        let loaded = api.health().await;
        // The person may have left the page meanwhile.
        health.try_set(Some(loaded));
    });
    move || match health.get() {
        None => view! { <LoadingDocket/> }.into_any(),
        Some(Ok(health)) if health.sign_in == [SignInMethod::Access].into() => {
            view! { <AroundAccess/> }.into_any()
        }
        Some(Err(error)) if error.is_outside_access() => view! { <AccessEnded/> }.into_any(),
        // If the health could not be loaded, sending the form says what is wrong.
        Some(_) => view! { <Form/> }.into_any(),
    }
}

#[component]
fn Form() -> impl IntoView {
    let console = use_console();
    let (name, passphrase) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let request = PendingRequest::new();
    // The attribute works once in the life of a page.
    Effect::new(move || focus::move_if_on("body, #main", vec!["input[name=name]".to_owned()]));
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(name), Some(passphrase)) = (name.get_untracked(), passphrase.get_untracked()) else {
            return;
        };
        let credentials = SignIn { name: name.value(), passphrase: passphrase.value() };
        request.run(async move {
            console.auth.set_session(console.api.sign_in(&credentials).await?);
            Ok(())
        });
    };
    view! {
        <main class="standalone">
            <p class="standalone__brand"><Logo/> {general::DOCKET}</p>
            <Heading name=texts::SIGN_IN/>
            <Show when=move || console.auth.has_expired()>
                <p class="notice notice--warning" role="status">{texts::SESSION_HAS_ENDED}</p>
            </Show>
            <form class="sign-in" on:submit=send>
                <label class="field">
                    <span class="field__label">{texts::NAME}</span>
                    <input node_ref=name name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus/>
                </label>
                <label class="field">
                    <span class="field__label">{texts::PASSPHRASE}</span>
                    <input node_ref=passphrase name="passphrase" type="password" autocomplete="current-password" required/>
                </label>
                <RequestError request=request/>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=move || request.is_pending().then_some("true")
                >
                    {move || if request.is_pending() { texts::SIGNING_IN } else { texts::SIGN_IN }}
                </button>
            </form>
        </main>
    }
}
