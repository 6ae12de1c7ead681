//! What is shown when Docket lacks settings.

use docket_wire::Health;
use leptos::prelude::*;

use crate::components::shell::Mark;
use crate::ui::Heading;

/// The settings that are missing or wrong.
#[component]
pub(crate) fn NotConfigured(health: Health) -> impl IntoView {
    let missing = health.missing.into_iter().map(|what| view! { <li>{what}</li> }).collect_view();
    view! {
        <main class="alone">
            <p class="alone__brand"><Mark/> "Docket"</p>
            <Heading name="Docket is not set up yet"/>
            <p>"It runs, but it lacks what it needs to work. Whoever deployed it can set this:"</p>
            <ul class="missing">{missing}</ul>
            <p class="alone__fine">"Version " {health.version} ". Reload this page afterwards."</p>
        </main>
    }
}
