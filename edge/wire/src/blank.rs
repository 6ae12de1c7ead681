//! Text in which there is nothing to see.

/// A class of a pattern without its brackets: what [`is_blank`] skips, except for the characters beyond `\u{ffff}`, which some
/// dialects of patterns read as two.
#[cfg(feature = "schema")]
macro_rules! invisible {
    () => {
        concat!(
            "\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f",
            "\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb"
        )
    };
}
#[cfg(feature = "schema")]
pub(crate) use invisible;

/// A text that is not blank.
#[cfg(feature = "schema")]
pub(crate) const VISIBLE_PATTERN: &str = concat!("[^", invisible!(), "]");

/// Whether a text has nothing to see: only white space, control characters, and what Unicode has displays ignore, such as a joiner
/// without anything to join. Between visible characters these have a meaning, so no text is changed.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

/// `Default_Ignorable_Code_Point` of Unicode, the marks of interlinear annotations, and the blank pattern of Braille.
fn is_invisible(c: char) -> bool {
    let is_ignorable = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    is_ignorable || c.is_whitespace() || c.is_control()
}
