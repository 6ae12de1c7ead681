//! Keys for fields of a job's page, pressed while its history loads.

use leptos::prelude::*;

use super::open::DialogState;
use crate::browser::fields::early;
use crate::browser::{focus, page};

/// The page of a job, between its heading and its fields.
const LOADING: &str = ".job-head:not(:has(~ .notice--error)) ~ .skeleton";

/// If the page has no fields yet, but will have one with this key, focuses that as soon as it is there, with what was typed
/// meanwhile. Returns whether it will.
pub(crate) fn await_field(key: &str, dialog: DialogState) -> bool {
    let field = match key {
        "l" => "#labels",
        "c" | "f" => "#prompt",
        _ => return false,
    };
    let is_loading = page::exists(LOADING);
    if is_loading {
        dialog.buffer_keys();
        pass_on_soon(field, dialog);
    }
    is_loading
}

fn pass_on_soon(field: &'static str, dialog: DialogState) {
    request_animation_frame(move || {
        // What is typed then is for the dialog.
        if dialog.is_open_untracked() {
            return;
        }
        let has_moved = focus::has_moved(None);
        if page::exists(LOADING) && !has_moved {
            return pass_on_soon(field, dialog);
        }
        let typed = dialog.take_early_keys();
        if !has_moved && focus::move_to(field) {
            early::type_on(&typed);
        }
    });
}
