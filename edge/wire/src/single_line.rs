//! A line of text that a person types, such as the name of a template or a note.

#[cfg(feature = "schema")]
use crate::blank::invisible;
use crate::is_blank;

/// No control characters, and at least one visible character.
#[cfg(feature = "schema")]
pub(crate) const LINE_PATTERN: &str =
    concat!(r"^[^\u0000-\u001f\u007f-\u009f]*[^", invisible!(), r"][^\u0000-\u001f\u007f-\u009f]*$");

/// The text without spaces around it, or `None` if it is blank, longer than `chars_max` characters, or has control
/// characters.
pub(crate) fn line(text: &str, chars_max: usize) -> Option<String> {
    let text = text.trim();
    let fits = !is_blank(text) && text.chars().count() <= chars_max;
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}
