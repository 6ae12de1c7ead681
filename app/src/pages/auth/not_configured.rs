//! The page of a deployment without settings.

use docket_wire::Health;
use leptos::prelude::*;

use crate::browser::page;
use crate::ui::{Heading, Mark};

/// The settings that are missing or invalid.
#[component]
pub(crate) fn NotConfigured(health: Health) -> impl IntoView {
    let missing = health.missing.into_iter().map(|setting| view! { <li>{setting}</li> }).collect_view();
    view! {
        <main class="alone">
            <p class="alone__brand"><Mark/> "Docket"</p>
            <Heading name="Docket is not configured yet"/>
            <p>"The Worker runs, but these settings are missing or invalid:"</p>
            <ul class="missing">{missing}</ul>
            <p>
                "docs/operating.md describes each of them under “Settings”. On your own machine, variables and secrets are \
                 lines of the file .dev.vars, and Docket starts again to read them."
            </p>
            <p>
                <button type="button" class="button button--primary" on:click=move |_| page::reload()>"Check again"</button>
            </p>
            <p class="alone__fine">"Version " {health.version} "."</p>
        </main>
    }
}
