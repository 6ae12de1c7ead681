//! Whether the page is up to date.

use leptos::prelude::*;

use crate::state::console::Console;
use crate::state::jobs::connection::ConnectionState;
use crate::texts::shell as texts;

/// The state of the live connection: shape and word.
#[component]
pub(crate) fn Connection() -> impl IntoView {
    let state = Console::here().jobs.connection();
    let word = move || match state.get() {
        ConnectionState::Connecting => texts::CONNECTING,
        ConnectionState::Live => texts::LIVE,
        ConnectionState::Reconnecting => texts::RECONNECTING,
        ConnectionState::Offline => texts::OFFLINE,
    };
    let drawing = move || match state.get() {
        ConnectionState::Live => "M6 2a4 4 0 1 1 0 8a4 4 0 0 1 0-8Z",
        ConnectionState::Connecting | ConnectionState::Reconnecting => {
            "M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9Zm0 1.5a3 3 0 1 0 0 6Z"
        }
        ConnectionState::Offline => {
            "M1 1l10 10l-1 1l-10-10Zm5 0a5 5 0 0 1 4.3 7.5l-1.1-1.1a3.5 3.5 0 0 0-4.6-4.6l-1.1-1.1a5 5 0 0 1 2.5-.7Z"
        }
    };
    view! {
        <p
            class="connection"
            class:connection--live=move || state.get() == ConnectionState::Live
            role="status"
            aria-label=move || texts::connection(word())
        >
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d=drawing fill-rule="evenodd" fill="currentColor"></path>
            </svg>
            <span class="connection__word">{word}</span>
        </p>
    }
}
