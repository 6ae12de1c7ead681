//! The list of keyboard shortcuts, in a module of its own: most visits do not open it.

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::browser::keyboard;
use crate::components::lazy::{PartRole, lazy};
use crate::state::keys::SHORTCUTS;

#[component]
fn ShortcutList() -> impl IntoView {
    let row = |(keys, effect): (&'static [&'static str], &'static str)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " }).collect_view();
        view! { <div><dt>{effect}</dt><dd>{keys}</dd></div> }
    };
    view! {
        <h2>"Keyboard shortcuts"</h2>
        <dl class="shortcuts">{SHORTCUTS.map(row).collect_view()}</dl>
        <label class="choice">
            <input
                type="checkbox"
                prop:checked=keyboard::has_shortcuts
                on:change=move |event| keyboard::set_shortcuts(event_target_checked(&event))
            />
            "Use shortcuts of single keys in this browser"
        </label>
    }
}

#[wasm_split(shortcut_list, preload(load_shortcut_list), fallible)]
fn shortcut_list() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <ShortcutList/> }.into_any())
}

/// The list of shortcuts, loaded when somebody opens it.
pub(super) fn shortcut_list_part() -> AnyView {
    lazy(PartRole::Part, load_shortcut_list, shortcut_list)
}
