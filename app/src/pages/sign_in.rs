//! Name and passphrase.

use docket_wire::SignIn;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::{use_location, use_navigate};

use super::not_configured::NotConfigured;
use crate::api::ApiError;
use crate::components::shell::Mark;
use crate::paths::{self, Page};
use crate::state::access::Gate;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, given, part, text};

/// The form; leads back to where somebody came from.
#[component]
pub(crate) fn SignInPage() -> impl IntoView {
    let access = Console::here().access;
    let (location, navigate) = (use_location(), use_navigate());
    let gate = access.gate();
    Effect::new(move || {
        if matches!(gate.get(), Gate::SignedIn(_)) {
            let to = location.search.with_untracked(|query| paths::return_to(query));
            navigate(&to.unwrap_or_else(|| Page::Home.to_string()), paths::redirect());
        }
    });
    part(move || match gate.get() {
        Gate::NotConfigured(health) => view! { <NotConfigured health=health/> }.into_any(),
        _ => view! { <Form/> }.into_any(),
    })
}

#[component]
fn Form() -> impl IntoView {
    let console = Console::here();
    let (name, passphrase) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let is_sending = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(name), Some(passphrase)) = (name.get_untracked(), passphrase.get_untracked()) else {
            return;
        };
        if is_sending.get_untracked() {
            return;
        }
        is_sending.set(true);
        error.set(None);
        let who = SignIn { name: name.value(), passphrase: passphrase.value() };
        spawn_local(async move {
            let answer = console.api.sign_in(&who).await;
            // The page may have been left in the meantime.
            is_sending.try_set(false);
            match answer {
                Ok(session) => console.access.signed_in(session),
                Err(failed) => {
                    error.try_set(Some(failed));
                }
            }
        });
    };
    view! {
        <main class="alone">
            <p class="alone__brand"><Mark/> "Docket"</p>
            <Heading name="Sign in"/>
            <form class="sign-in" on:submit=send>
                <label class="field">
                    <span class="field__label">"Name"</span>
                    <input node_ref=name name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus/>
                </label>
                <label class="field">
                    <span class="field__label">"Passphrase"</span>
                    <input node_ref=passphrase name="passphrase" type="password" autocomplete="current-password" required/>
                </label>
                {part(move || error.get().map(|error| view! { <ErrorNotice error=error/> }))}
                <button type="submit" class="button button--primary" aria-disabled=given("true", move || is_sending.get())>
                    {text(move || if is_sending.get() { "Signing in…" } else { "Sign in" })}
                </button>
            </form>
        </main>
    }
}
