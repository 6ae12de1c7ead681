//! The dialog around the palette or the list of shortcuts.

use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::open::{CommandsDialog, OpenDialog};
use super::palette::Palette;
use super::shortcut_list::ShortcutList;
use crate::browser::fields::caret::Caret;
use crate::texts::commands::palette as texts;
use crate::texts::general;

/// Shows itself when it is mounted. The browser gives the focus back when it closes.
#[component]
pub(crate) fn Dialog(open: OpenDialog) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    open.dialog.shown();
    dialog.on_load(|dialog| {
        request_animation_frame(move || {
            // Fails only if the dialog is gone already.
            let _ = dialog.show_modal();
        });
    });
    let caret = Caret::here();
    let close = Callback::new(move |()| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    });
    // The browser's Back leaves the page that the dialog is about.
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        if before.is_some_and(|before| before != path) {
            close.run(());
        }
        path
    });
    let closed = move |_| {
        open.dialog.closed(open.which);
        // Chromium gives a field the focus back, but not always its caret.
        caret.restore_soon();
    };
    let (label, content) = match open.which {
        CommandsDialog::Palette => (
            texts::COMMANDS,
            view! { <Palette project=open.project dialog=open.dialog on_close=close/> }.into_any(),
        ),
        CommandsDialog::Shortcuts => {
            // It has no field.
            open.dialog.take_early_keys();
            (general::KEYBOARD_SHORTCUTS, view! { <ShortcutList/> }.into_any())
        }
    };
    view! {
        <dialog node_ref=dialog class="dialog" aria-label=label on:close=closed>
            {content}
            <form method="dialog"><button class="button">{general::CLOSE}</button></form>
        </dialog>
    }
}
