//! The list of keyboard shortcuts.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::browser::keyboard;
use crate::paths::PageMatch;
use crate::state::commands::shortcuts::{SHORTCUTS, Shortcut, ShortcutScope};
use crate::texts::commands::shortcuts as texts;
use crate::texts::general;

/// The shortcuts of the page in view, those of the others below them, and the switch that turns those of single keys off.
#[component]
pub(super) fn ShortcutList() -> impl IntoView {
    let path = use_location().pathname;
    let page = path.with_untracked(|path| PageMatch::from_path(path));
    let (mut here, others): (Vec<_>, Vec<_>) =
        ShortcutScope::ALL.into_iter().partition(|scope| scope.is_on(&page));
    // First what is only on this page.
    here.rotate_left(1);
    let row = |shortcut: &Shortcut| {
        let keys = shortcut.keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " }).collect_view();
        view! { <div><dt>{shortcut.effect}</dt><dd>{keys}</dd></div> }
    };
    let group = |scope: ShortcutScope| {
        let rows = SHORTCUTS.iter().filter(|shortcut| shortcut.scope == scope).map(row).collect_view();
        view! {
            <h3>{scope.heading()}</h3>
            <dl class="shortcuts">{rows}</dl>
        }
    };
    view! {
        <h2>{general::KEYBOARD_SHORTCUTS}</h2>
        // First, because the dialog focuses it and would be scrolled to its end otherwise.
        <label class="choice">
            <input
                type="checkbox"
                prop:checked=keyboard::has_shortcuts
                on:change=move |event| keyboard::set_shortcuts(event_target_checked(&event))
            />
            {texts::USE_SHORTCUTS}
        </label>
        {here.into_iter().map(group).collect_view()}
        <details>
            <summary>{texts::OTHER_PAGES}</summary>
            {others.into_iter().map(group).collect_view()}
        </details>
    }
}
