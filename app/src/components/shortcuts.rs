//! The list of keys, and the listener for them.

use docket_wire::ProjectId;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos_router::hooks::use_navigate;
use web_sys::{Element, KeyboardEvent};

use crate::browser::{clock, page};
use crate::paths::Page;
use crate::state::keys::{Command, Keys, SHORTCUTS};

/// Carries out keys for as long as it is on the page, and shows the list of them when `is_open` says so.
#[component]
pub(crate) fn Shortcuts(current: Memo<Option<ProjectId>>, dialog: NodeRef<Dialog>) -> impl IntoView {
    let navigate = use_navigate();
    let go = move |page: Page<'_>| navigate(&page.to_string(), Default::default());
    let keys = StoredValue::new(Keys::default());
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if is_typing(&event) {
            return;
        }
        let pressed = keys.try_update_value(|keys| keys.press(&event.key(), clock::now_ms())).flatten();
        let Some(command) = pressed else { return };
        event.prevent_default();
        let project = current.get_untracked();
        match (command, project) {
            (Command::Help, _) => show(dialog),
            (Command::Jobs, Some(project)) => go(Page::Jobs(&project)),
            (Command::Visitors, Some(project)) => {
                go(Page::Visitors(&project));
            }
            (Command::Compose, Some(project)) => {
                if !page::focus("#prompt") {
                    go(Page::Jobs(&project));
                    page::focus_soon("#prompt");
                }
            }
            (_, None) => {}
        }
    });
    on_cleanup(move || listener.remove());
    let row = |(keys, what): (&'static [&'static str], &'static str)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " }).collect_view();
        view! { <div><dt>{what}</dt><dd>{keys}</dd></div> }
    };
    view! {
        <dialog node_ref=dialog class="dialog" aria-labelledby="shortcuts-title">
            <h2 id="shortcuts-title">"Keyboard shortcuts"</h2>
            <dl class="shortcuts">{SHORTCUTS.map(row).collect_view()}</dl>
            <form method="dialog"><button class="button">"Close"</button></form>
        </dialog>
    }
}

/// Shows the list.
pub(crate) fn show(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        // Only fails where it is open already.
        let _ = dialog.show_modal();
    }
}

/// Whether a key belongs to a field, a dialog or the browser.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let in_field = target
        .and_then(|element| {
            element.closest("input:not([type=radio]), textarea, select, dialog").ok().flatten()
        })
        .is_some();
    in_field || event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing()
}
