//! The listener for keyboard shortcuts, and the list of them.

use docket_wire::ProjectId;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use super::shortcut_list::shortcut_list_part;
use crate::browser::keyboard::is_shortcut;
use crate::browser::{clock, page};
use crate::paths::Page;
use crate::state::keys::{Command, Keys};

/// The search field of the jobs.
const SEARCH: &str = "input[name=q]";

/// The rows of the list in view.
const ROWS: &str = ".jobs__link, .inbox__link";

/// Handles shortcuts as long as it is mounted, and has the dialog that lists them.
#[component]
pub(crate) fn Shortcuts(current: Memo<Option<ProjectId>>, dialog: NodeRef<Dialog>) -> impl IntoView {
    let navigate = use_navigate();
    let go = move |page: Page<'_>| navigate(&page.to_string(), Default::default());
    let focus_or_go = {
        let go = go.clone();
        move |field: &'static str, project: &ProjectId| {
            if !page::focus(field) {
                go(Page::Jobs(project));
                page::focus_soon(field);
            }
        }
    };
    let keys = StoredValue::new(Keys::default());
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if !is_shortcut(&event) {
            return;
        }
        let pressed = keys.try_update_value(|keys| keys.press(&event.key(), clock::now_ms())).flatten();
        let Some(command) = pressed else { return };
        event.prevent_default();
        let project = current.get_untracked();
        match (command, project) {
            (Command::Help, _) => show(dialog),
            (Command::Jobs, Some(project)) => go(Page::Jobs(&project)),
            (Command::Inbox, Some(project)) => go(Page::Inbox(&project)),
            (Command::Visitors, Some(project)) => go(Page::Visitors(&project)),
            (Command::Templates, Some(project)) => go(Page::Templates(&project)),
            (Command::Compose, Some(project)) => focus_or_go("#prompt", &project),
            (Command::Search, Some(project)) => focus_or_go(SEARCH, &project),
            (Command::Next, _) => page::step_focus(ROWS, 1),
            (Command::Previous, _) => page::step_focus(ROWS, -1),
            (_, None) => {}
        }
    });
    on_cleanup(move || listener.remove());
    let is_used = RwSignal::new(false);
    // Rendered once, whatever gets the focus later.
    let is_open = Memo::new(move |_| is_used.get());
    view! {
        <dialog node_ref=dialog class="dialog" aria-label="Keyboard shortcuts" on:focusin=move |_| is_used.set(true)>
            {move || is_open.get().then(shortcut_list_part)}
            <form method="dialog"><button class="button">"Close"</button></form>
        </dialog>
    }
}

/// Shows the list of shortcuts.
pub(crate) fn show(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        // Fails only if the dialog is open already.
        let _ = dialog.show_modal();
    }
}
