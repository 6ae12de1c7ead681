//! The listener for keyboard shortcuts.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;

use crate::browser::keyboard::{is_plain, is_shortcut};
use crate::browser::{clock, controls};
use crate::components::commands::early_field::await_field;
use crate::components::commands::open::{CommandsDialog, DialogState, OpenDialog};
use crate::components::extras::{ExtrasPart, extras_part};
use crate::state::commands::keys::{KeyCommand, Keys, can_be_held};
use crate::state::console::use_console;

/// Handles shortcuts as long as it is mounted, and has the dialog that is open.
#[component]
pub(crate) fn Shortcuts(
    /// The project in view, or the one that was open last.
    project: Memo<Option<ProjectId>>,
    dialog: DialogState,
) -> impl IntoView {
    let auth = use_console().auth;
    let may_start_jobs = move || {
        let project = project.get_untracked();
        project.is_some_and(|project| auth.may_untracked(Right::JobsWrite, &project))
    };
    let keys = StoredValue::new(Keys::default());
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let key = event.key();
        let is_used = if key == "k" && (event.ctrl_key() || event.meta_key()) {
            if !controls::has_dialog() {
                dialog.open(CommandsDialog::Palette);
            }
            true
        } else if is_plain(&event) && dialog.buffer_key(&key) {
            true
        } else if is_shortcut(&event) && (!event.repeat() || can_be_held(&key)) {
            match keys.try_update_value(|keys| keys.press(&key, clock::now_ms())) {
                Some(KeyCommand::Go(second)) => controls::press_tab(second),
                Some(KeyCommand::Step(step)) => controls::step_row(step),
                Some(KeyCommand::Press(key)) => {
                    await_field(key, dialog) || controls::press_anywhere(key, may_start_jobs())
                }
                Some(KeyCommand::Help) => {
                    dialog.open(CommandsDialog::Shortcuts);
                    true
                }
                None => false,
            }
        } else {
            false
        };
        if is_used {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    move || dialog.get().map(|which| extras_part(ExtrasPart::Dialog(OpenDialog { which, dialog, project })))
}
