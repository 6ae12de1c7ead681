//! Whether what is shown is what is.

use leptos::prelude::*;

use crate::state::console::Console;
use crate::state::line::Line;
use crate::ui::{flag, text};

/// The state of the live line: shape and word.
#[component]
pub(crate) fn LineState() -> impl IntoView {
    let line = Console::here().ledger.line();
    let word = move || match line.get() {
        Line::Connecting => "Connecting",
        Line::Live => "Live",
        Line::Reconnecting => "Reconnecting",
        Line::Offline => "Offline",
    };
    let drawing = text(move || match line.get() {
        Line::Live => "M6 2a4 4 0 1 1 0 8a4 4 0 0 1 0-8Z",
        Line::Connecting | Line::Reconnecting => {
            "M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9Zm0 1.5a3 3 0 1 0 0 6Z"
        }
        Line::Offline => {
            "M1 1l10 10l-1 1l-10-10Zm5 0a5 5 0 0 1 4.3 7.5l-1.1-1.1a3.5 3.5 0 0 0-4.6-4.6l-1.1-1.1a5 5 0 0 1 2.5-.7Z"
        }
    });
    view! {
        <p
            class="line-state"
            class:line-state--live=flag(move || line.get() == Line::Live)
            role="status"
            aria-label=text(move || format!("Connection: {}", word()))
        >
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d=drawing fill-rule="evenodd" fill="currentColor"></path>
            </svg>
            <span class="line-state__word">{text(word)}</span>
        </p>
    }
}
