//! Buttons that copy.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::state::console::use_console;
use crate::texts::general;
use crate::ui::CopyOutcome;

/// Copies a text, and says so.
#[component]
pub(super) fn CopyButton(
    label: &'static str,
    shortcut: &'static str,
    /// What is copied.
    text: String,
) -> impl IntoView {
    let live_region = use_console().live_region;
    let outcome = CopyOutcome::new();
    let copy = move |_| {
        let text = text.clone();
        live_region.set(String::new());
        spawn_local(async move {
            let announcement =
                if outcome.copy(&text).await { general::COPIED_ANNOUNCED } else { general::COPY_REFUSED };
            live_region.set(announcement.to_owned());
        });
    };
    view! {
        <button
            type="button"
            class="button button--small"
            aria-keyshortcuts=shortcut
            title=general::shortcut(shortcut)
            on:click=copy
        >
            {move || outcome.label(label)}
        </button>
        {outcome.refusal()}
    }
}
