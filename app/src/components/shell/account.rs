//! The button of the account menu. What the menu has is loaded when it opens.

use leptos::prelude::*;

use crate::components::commands::open::DialogState;
use crate::components::extras::{ExtrasPart, extras_part};
use crate::state::console::use_console;
use crate::texts::shell as texts;
use crate::ui::opened_once;

/// The button with the person's name, and its menu.
#[component]
pub(crate) fn AccountButton(dialog: DialogState) -> impl IntoView {
    let auth = use_console().auth;
    let name = Memo::new(move |_| auth.person().map(|name| name.to_string()).unwrap_or_default());
    let (has_menu, open_menu) = opened_once(false);
    view! {
        <button
            type="button"
            class="account"
            popovertarget="account"
            aria-label=move || texts::account(&name.get())
        >
            <span class="account__name">{name}</span>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="M2.5 4.5l3.5 3.5l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
            </svg>
        </button>
        <div id="account" popover="auto" class="menu" on:toggle=move |_| open_menu()>
            {move || has_menu.get().then(|| extras_part(ExtrasPart::AccountMenu(dialog)))}
        </div>
    }
}
