//! A line of text that a person types, such as the name of a template or a note.

/// No control characters, and at least one character that is not white space.
#[cfg(feature = "schema")]
pub(crate) const LINE_PATTERN: &str =
    r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$";

/// The text without spaces around it, or `None` if it is blank, longer than `chars_max` characters, or has control
/// characters.
pub(crate) fn line(text: &str, chars_max: usize) -> Option<String> {
    let text = text.trim();
    let fits = (1..=chars_max).contains(&text.chars().count());
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}
