//! The menu of the person who is signed in: the name, the theme, the sessions, the settings, the commands, and the sign-out.

use leptos::prelude::*;

use crate::browser::page;
use crate::components::commands::open::{CommandsDialog, DialogState};
use crate::components::error_notice::RequestError;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;
use crate::state::theme::Theme;
use crate::texts::auth::person_menu as texts;
use crate::texts::general;

/// What the menu has; `dialog` is the dialog that it can open.
#[component]
pub(crate) fn PersonMenu(dialog: DialogState) -> impl IntoView {
    let auth = use_console().auth;
    let name = Memo::new(move |_| auth.person().map(|name| name.to_string()).unwrap_or_default());
    let request = PendingRequest::new();
    // The page behind it changes, and the menu would cover it.
    let on_link = |_| page::hide_popover("person-menu");
    let open = move |which| {
        // Gives the focus back to the button of the menu first, so that the dialog can do so when it closes.
        page::hide_popover("person-menu");
        dialog.open(which);
    };
    let sign_out = move |_| request.run(auth.sign_out());
    view! {
        <p class="menu__who">{texts::SIGNED_IN_AS} <strong>{name}</strong></p>
        <ThemeSwitch/>
        <a class="menu__item" href=Page::Sessions.to_string() on:click=on_link>{general::YOUR_SESSIONS}</a>
        <a class="menu__item" href=Page::Settings.to_string() on:click=on_link>{general::SETTINGS}</a>
        <Show when=move || auth.may_manage_access()>
            <a class="menu__item" href=Page::Access.to_string() on:click=on_link>{general::ACCESS}</a>
        </Show>
        <button type="button" class="menu__item" on:click=move |_| open(CommandsDialog::Palette)>
            {texts::COMMANDS} <kbd aria-hidden="true">"Ctrl K"</kbd>
        </button>
        <button type="button" class="menu__item" on:click=move |_| open(CommandsDialog::Shortcuts)>
            {general::KEYBOARD_SHORTCUTS} <kbd aria-hidden="true">"?"</kbd>
        </button>
        <button type="button" class="menu__item" aria-disabled=move || request.is_pending().then_some("true") on:click=sign_out>
            {general::SIGN_OUT}
        </button>
        <RequestError request=request/>
    }
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let shown = use_console().theme;
    shown.follow_other_tabs();
    let option = move |theme: Theme| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="theme"
                    prop:checked=move || shown.get() == theme
                    on:change=move |_| shown.choose(theme)
                />
                <span>{theme.label()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>{texts::THEME}</legend>
            <div class="segments__row">{Theme::ALL.map(option).collect_view()}</div>
        </fieldset>
    }
}
