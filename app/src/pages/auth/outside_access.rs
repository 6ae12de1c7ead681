//! The pages of people without a passphrase whom Cloudflare Access does not vouch for.

use leptos::prelude::*;

use crate::browser::page;
use crate::ui::{Heading, Mark};

/// Nobody has a passphrase, and the request did not come through Access.
#[component]
pub(super) fn AroundAccess() -> impl IntoView {
    view! {
        <OutsideAccess name="This address is not protected by Cloudflare Access">
            <p>"Here people sign in with Cloudflare Access, but this request reached Docket without passing it."</p>
            <p>"Open Docket at the address that Access protects. If this is that address, its application in Access must cover all of it, without a path."</p>
        </OutsideAccess>
    }
}

/// Access no longer vouches for the person.
#[component]
pub(super) fn AccessEnded() -> impl IntoView {
    view! {
        <OutsideAccess name="Your sign-in has ended">
            <p>"Reload this page to sign in with Cloudflare Access again."</p>
        </OutsideAccess>
    }
}

#[component]
fn OutsideAccess(name: &'static str, children: Children) -> impl IntoView {
    view! {
        <main class="alone">
            <p class="alone__brand"><Mark/> "Docket"</p>
            <Heading name=name/>
            {children()}
            <button type="button" class="button button--primary" on:click=move |_| page::reload()>"Reload"</button>
        </main>
    }
}
