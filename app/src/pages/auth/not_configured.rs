//! The page of a deployment without settings.

use docket_wire::Health;
use leptos::prelude::*;

use crate::browser::page;
use crate::texts::auth::sign_in as texts;
use crate::texts::general;
use crate::ui::{Heading, Logo};

/// The settings that are missing or invalid.
#[component]
pub(crate) fn NotConfigured(health: Health) -> impl IntoView {
    let missing = health.missing.into_iter().map(|setting| view! { <li>{setting}</li> }).collect_view();
    view! {
        <main class="standalone">
            <p class="standalone__brand"><Logo/> {general::DOCKET}</p>
            <Heading name=texts::NOT_CONFIGURED_YET/>
            <p>{texts::SETTINGS_ARE_MISSING}</p>
            <ul class="missing">{missing}</ul>
            <p>{texts::WHERE_SETTINGS_ARE}</p>
            <p>
                <button type="button" class="button button--primary" on:click=move |_| page::reload()>{texts::CHECK_AGAIN}</button>
            </p>
            <p class="standalone__fine">{texts::version(&health.version)}</p>
        </main>
    }
}
