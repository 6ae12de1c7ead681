//! The list of keyboard shortcuts.

use leptos::prelude::*;

use crate::browser::keyboard;
use crate::state::shortcuts::{Place, SHORTCUTS, Shortcut};

/// Every shortcut, by the page on which it works, and the switch that turns those of single keys off.
#[component]
pub(super) fn ShortcutList() -> impl IntoView {
    let row = |shortcut: &Shortcut| {
        let keys = shortcut.keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " }).collect_view();
        view! { <div><dt>{shortcut.effect}</dt><dd>{keys}</dd></div> }
    };
    let group = |place: Place| {
        let rows = SHORTCUTS.iter().filter(|shortcut| shortcut.place == place).map(row).collect_view();
        view! {
            <h3>{place.heading()}</h3>
            <dl class="shortcuts">{rows}</dl>
        }
    };
    view! {
        <h2>"Keyboard shortcuts"</h2>
        // First, because the dialog focuses it and would be scrolled to its end otherwise.
        <label class="choice">
            <input
                type="checkbox"
                prop:checked=keyboard::has_shortcuts
                on:change=move |event| keyboard::set_shortcuts(event_target_checked(&event))
            />
            "Use shortcuts of single keys in this browser"
        </label>
        {Place::ALL.map(group).collect_view()}
    }
}
