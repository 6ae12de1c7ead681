//! Who is signed in, the theme, and the way out.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::state::console::Console;
use crate::state::theme::Theme;
use crate::ui::{ErrorNotice, flag, part, text};

/// A button with the person's name, and what opens from it.
#[component]
pub(crate) fn Account(on_shortcuts: Callback<()>) -> impl IntoView {
    let access = Console::here().access;
    let name = move || access.person().map(|name| name.to_string()).unwrap_or_default();
    let error = RwSignal::new(None::<ApiError>);
    let sign_out = move |_| {
        spawn_local(async move {
            if let Err(failed) = access.sign_out().await {
                // The menu may be gone by then.
                error.try_set(Some(failed));
            }
        });
    };
    view! {
        <button
            type="button"
            class="account"
            popovertarget="account"
            aria-label=text(move || format!("Account: {}", name()))
        >
            <span class="account__name">{text(name)}</span>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path d="M2.5 4.5l3.5 3.5l3.5-3.5" fill="none" stroke="currentColor" stroke-width="1.5"></path>
            </svg>
        </button>
        <div id="account" popover="auto" class="menu">
            <p class="menu__who">"Signed in as " <strong>{text(name)}</strong></p>
            <ThemeSwitch/>
            <button type="button" class="menu__item" popovertarget="account" on:click=move |_| on_shortcuts.run(())>
                "Keyboard shortcuts" <kbd aria-hidden="true">"?"</kbd>
            </button>
            <button type="button" class="menu__item" on:click=sign_out>"Sign out"</button>
            {part(move || error.get().map(|error| view! { <ErrorNotice error=error/> }))}
        </div>
    }
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let chosen = RwSignal::new(Theme::kept());
    let option = move |theme: Theme| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="theme"
                    prop:checked=flag(move || chosen.get() == theme)
                    on:change=move |_| {
                        theme.apply();
                        chosen.set(theme);
                    }
                />
                <span>{theme.label()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>"Theme"</legend>
            <div class="segments__row">{Theme::ALL.map(option).collect_view()}</div>
        </fieldset>
    }
}
