//! Buttons that copy.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::clipboard;
use crate::state::console::use_console;
use crate::texts::general;

/// Copies a text, and says so.
#[component]
pub(super) fn CopyButton(
    label: &'static str,
    shortcut: &'static str,
    /// What is copied.
    text: String,
) -> impl IntoView {
    let live_region = use_console().live_region;
    let result = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let text = text.clone();
        live_region.set(String::new());
        spawn_local(async move {
            let has_worked = clipboard::copy(&text).await;
            // The person may have left the page meanwhile.
            result.try_set(Some(has_worked));
            live_region
                .set(if has_worked { general::COPIED_ANNOUNCED } else { general::COPY_REFUSED }.to_owned());
        });
    };
    view! {
        <button
            type="button"
            class="button button--small"
            aria-label=label
            aria-keyshortcuts=shortcut
            title=general::shortcut(shortcut)
            on:click=copy
        >
            {move || if result.get() == Some(true) { general::COPIED } else { label }}
        </button>
        <Show when=move || result.get() == Some(false)>
            " " <span>{general::COPY_REFUSED}</span>
        </Show>
    }
}
