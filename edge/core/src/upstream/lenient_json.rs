//! JSON of the service. A service that cuts texts at a number of UTF-16 units escapes half a character, such as `\ud83d`, which serde
//! rejects with the whole response.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

/// Reads a value. Half a character is read as U+FFFD.
///
/// # Errors
/// If the text is no JSON, or no such value.
pub fn from_str<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    let mut json = Cow::Borrowed(json);
    loop {
        match (docket_wire::json::from_str(&json), &json) {
            (Err(error), Cow::Borrowed(text)) if error.is_syntax() => {
                json = Cow::Owned(replace_lone_surrogates(text));
            }
            (read, _) => return read,
        }
    }
}

/// The text with `\ufffd` in place of each escape of half a character.
fn replace_lone_surrogates(json: &str) -> String {
    let mut replaced = String::with_capacity(json.len());
    let mut rest = json;
    while let Some((before, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        replaced.push_str(before);
        let (length, is_lone) = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, false),
            (Some(0xd800..=0xdfff), _) => (6, true),
            _ if escape.starts_with("\\\\") => (2, false),
            _ => (1, false),
        };
        let (kept, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        replaced.push_str(if is_lone { "\\ufffd" } else { kept });
        rest = after;
    }
    replaced.push_str(rest);
    replaced
}

/// The UTF-16 unit that is escaped at the beginning of a text.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_half_a_character_is_replaced() {
        for (text, expected) in [
            (r"", r""),
            (r"/a", r"/a"),
            (r"/a\ud83d", r"/a\ufffd"),
            (r"/a\uD83D/b", r"/a\ufffd/b"),
            (r"\ude00", r"\ufffd"),
            (r"\uDE00\ud83d", r"\ufffd\ufffd"),
            (r"\ud83d\ud83d", r"\ufffd\ufffd"),
            (r"\ud83d\ude00", r"\ud83d\ude00"),
            (r"\uD83D\uDE00", r"\uD83D\uDE00"),
            (r"\ud83d\ud83d\ude00\ude00", r"\ufffd\ud83d\ude00\ufffd"),
            (r"\ud83d\n", r"\ufffd\n"),
            (r"\ud83d\u0041", r"\ufffd\u0041"),
            (r"\ud83d\\ude00", r"\ufffd\\ude00"),
            (r"\\ud83d", r"\\ud83d"),
            (r"\\\ud83d", r"\\\ufffd"),
            (r"\\\\ud83d", r"\\\\ud83d"),
            (r"\ud83", r"\ud83"),
            (r"\ud83é", r"\ud83é"),
            (r"\", r"\"),
            (r"é\ud83dé", r"é\ufffdé"),
        ] {
            assert_eq!(replace_lone_surrogates(text), expected, "{text}");
        }
    }

    #[test]
    fn half_a_character_is_read_as_a_replacement() {
        assert_eq!(from_str::<String>(r#""/a\ud83d""#).unwrap(), "/a\u{fffd}");
        assert_eq!(from_str::<String>(r#""/a\ud83d\ude00""#).unwrap(), "/a\u{1f600}");
        assert_eq!(from_str::<String>(r#""\\ud83d""#).unwrap(), "\\ud83d");
        for invalid in ["", "<html>", r#""\ud83d"#, r#""\ud83d" x"#, "5"] {
            assert!(from_str::<String>(invalid).is_err(), "{invalid}");
        }
    }
}
