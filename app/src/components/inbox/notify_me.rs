//! The button that turns notifications on. Nothing asks for permission but this button.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::focus;
use crate::browser::notification::{self, Permission};
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::inbox as texts;

/// Turns notifications on and off in this browser.
#[component]
pub(crate) fn NotifyMe() -> impl IntoView {
    let inbox = use_console().inbox;
    let notifies = inbox.notifies();
    let permission = RwSignal::new(notification::permission());
    // Whether the person was asked on this page: only then a refusal is news.
    let is_asked = RwSignal::new(false);
    let turn_on = move |_| {
        spawn_local(async move {
            let answer = notification::ask().await;
            inbox.set_notifies(answer == Permission::Granted);
            permission.try_set(answer);
            is_asked.try_set(true);
            focus::move_if_on(
                "body",
                vec!["#notify-off".to_owned(), "#notify-denied".to_owned(), "h1".to_owned()],
            );
        });
    };
    let turn_off = move |_| {
        inbox.set_notifies(false);
        focus::move_if_on("body", vec!["#notify-on".to_owned(), "h1".to_owned()]);
    };
    let denied = move || {
        view! {
            <p class="inbox__notify" id="notify-denied" tabindex="-1" role=move || is_asked.get().then_some("status")>
                {texts::NOTIFICATIONS_BLOCKED}
            </p>
        }
    };
    let on = move || {
        view! {
            <p class="inbox__notify">
                {texts::NOTIFIES_YOU}
                <button type="button" class="button button--small" id="notify-off" aria-keyshortcuts="n" title=general::shortcut("n") on:click=turn_off>
                    {texts::TURN_OFF_NOTIFICATIONS}
                </button>
            </p>
        }
    };
    let off = move || {
        view! {
            <p class="inbox__notify">
                <button type="button" class="button button--small" id="notify-on" aria-keyshortcuts="n" title=general::shortcut("n") on:click=turn_on>
                    {texts::NOTIFY_ME}
                </button>
            </p>
        }
    };
    move || match permission.get() {
        Permission::Unavailable => ().into_any(),
        Permission::Denied => denied().into_any(),
        Permission::Granted if notifies.get() => on().into_any(),
        Permission::Granted | Permission::Undecided => off().into_any(),
    }
}
