//! The caret of a field for text of several lines.

use leptos::prelude::{document, request_animation_frame};
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

/// Where the caret is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caret(Option<(u32, u32)>);

impl Caret {
    /// The caret of the field with the focus, if there is one.
    pub(crate) fn here() -> Self {
        let selection = field().and_then(|field| {
            Some((field.selection_start().ok().flatten()?, field.selection_end().ok().flatten()?))
        });
        Self(selection)
    }

    /// Puts it back in the next frame, if a field has the focus then.
    pub(crate) fn restore_soon(self) {
        let Some((start, end)) = self.0 else { return };
        request_animation_frame(move || {
            if let Some(field) = field() {
                // Fails only for fields that have no caret.
                let _ = field.set_selection_range(start, end);
            }
        });
    }
}

/// Puts the caret at the end of the field with the focus, if there is one.
pub(crate) fn move_to_end() {
    if let Some(field) = field() {
        let end = field.text_length();
        // Fails only for fields that have no caret.
        let _ = field.set_selection_range(end, end);
    }
}

fn field() -> Option<HtmlTextAreaElement> {
    document().active_element()?.dyn_into().ok()
}
