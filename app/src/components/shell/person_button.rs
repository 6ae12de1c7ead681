//! The button of the person's menu. What the menu has is loaded when it opens.

use leptos::prelude::*;

use crate::components::commands::open::DialogState;
use crate::components::extras::{ExtrasPart, extras_part};
use crate::state::console::use_console;
use crate::texts::shell as texts;
use crate::ui::opened_once;

/// The button with the person's name, and its menu.
#[component]
pub(crate) fn PersonButton(dialog: DialogState) -> impl IntoView {
    let auth = use_console().auth;
    let name = Memo::new(move |_| auth.person().map(|name| name.to_string()).unwrap_or_default());
    let (has_menu, open_menu) = opened_once(false);
    view! {
        <button
            type="button"
            class="person"
            popovertarget="person-menu"
            aria-label=move || texts::signed_in_as(&name.get())
        >
            <span class="person__name">{name}</span>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="M2.5 4.5l3.5 3.5l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
            </svg>
        </button>
        <div id="person-menu" popover="auto" class="menu" on:toggle=move |_| open_menu()>
            {move || has_menu.get().then(|| extras_part(ExtrasPart::PersonMenu(dialog)))}
        </div>
    }
}
