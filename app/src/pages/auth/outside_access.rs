//! The pages for people without a passphrase whose request has no valid assertion of Cloudflare Access.

use leptos::prelude::*;

use crate::browser::page;
use crate::texts::auth::sign_in as texts;
use crate::texts::general;
use crate::ui::{Heading, Logo};

/// Nobody has a passphrase, and the request did not come through Access.
#[component]
pub(super) fn AroundAccess() -> impl IntoView {
    view! {
        <OutsideAccess name=texts::ADDRESS_IS_NOT_PROTECTED>
            <p>{texts::DID_NOT_PASS_ACCESS}</p>
            <p>{texts::OPEN_THE_PROTECTED_ADDRESS}</p>
        </OutsideAccess>
    }
}

/// Access no longer vouches for the person.
#[component]
pub(super) fn AccessEnded() -> impl IntoView {
    view! {
        <OutsideAccess name=texts::SIGN_IN_HAS_ENDED>
            <p>{texts::RELOAD_TO_SIGN_IN}</p>
        </OutsideAccess>
    }
}

#[component]
fn OutsideAccess(name: &'static str, children: Children) -> impl IntoView {
    view! {
        <main class="standalone">
            <p class="standalone__brand"><Logo/> {general::DOCKET}</p>
            <Heading name=name/>
            {children()}
            <button type="button" class="button button--primary" on:click=move |_| page::reload()>{general::RELOAD}</button>
        </main>
    }
}
