//! The caret of a field for text of several lines.

use leptos::prelude::{document, request_animation_frame};
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

/// A field, and where its caret is.
#[derive(Debug)]
pub(crate) struct Caret(Option<(HtmlTextAreaElement, u32, u32)>);

impl Caret {
    /// The caret of the field with the focus, if there is one.
    pub(crate) fn here() -> Self {
        let caret = field().and_then(|field| {
            let (start, end) =
                (field.selection_start().ok().flatten()?, field.selection_end().ok().flatten()?);
            Some((field, start, end))
        });
        Self(caret)
    }

    /// Puts it back in the next frame, if the field has the focus then.
    pub(crate) fn restore_soon(&self) {
        let Some((left, start, end)) = self.0.clone() else { return };
        request_animation_frame(move || {
            if let Some(field) = field().filter(|field| *field == left) {
                // Fails only for fields that have no caret.
                let _ = field.set_selection_range(start, end);
            }
        });
    }
}

/// How much text is behind the caret of the field with the focus, in UTF-16 units; nothing without such a field.
pub(crate) fn units_behind() -> u32 {
    let behind = |field: HtmlTextAreaElement| {
        field.selection_end().ok().flatten().map(|end| field.text_length().saturating_sub(end))
    };
    field().and_then(behind).unwrap_or(0)
}

/// Puts the caret before the last `units` of the text of the field with the focus, if there is one.
pub(crate) fn move_before_end(units: u32) {
    if let Some(field) = field() {
        let place = field.text_length().saturating_sub(units);
        // Fails only for fields that have no caret.
        let _ = field.set_selection_range(place, place);
    }
}

/// In the next frame, puts the caret at the end of the first line of `part`, if a field that has it in its text has the focus
/// then.
pub(crate) fn move_behind_first_line_soon(part: String) {
    request_animation_frame(move || {
        if let Some(field) = field()
            && let Some(end) = first_line_end(&field.value(), &part)
        {
            // Fails only for fields that have no caret.
            let _ = field.set_selection_range(end, end);
        }
    });
}

/// Where the first line of `part` ends in `text`, in UTF-16 units, as a field counts.
fn first_line_end(text: &str, part: &str) -> Option<u32> {
    let line = part.split('\n').next().unwrap_or_default();
    let before = text.get(..text.rfind(part)? + line.len())?;
    u32::try_from(before.encode_utf16().count()).ok()
}

fn field() -> Option<HtmlTextAreaElement> {
    document().active_element()?.dyn_into().ok()
}

#[cfg(test)]
mod tests {
    use super::first_line_end;

    #[test]
    fn the_first_line_of_an_added_part_is_found() {
        let part = "Improve the page /a: \n\nIt had 7 visitors.";
        assert_eq!(first_line_end(part, part), Some(21));
        assert_eq!(
            first_line_end(&format!("Grüße 🎈\n\n{part}"), part),
            Some(8 + 2 + 21),
            "as a field counts"
        );
        assert_eq!(
            first_line_end(&format!("{part}\n\n{part}"), part),
            Some(41 + 2 + 21),
            "the last one was added"
        );
        assert_eq!(first_line_end("Something else", part), None);
    }
}
