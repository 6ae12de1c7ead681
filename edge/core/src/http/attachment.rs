//! The `Content-Disposition` of files to download.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// RFC 8187 percent-encodes all characters except those of `attr-char`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// The header's value for a file name: in UTF-8 by RFC 8187, and in ASCII for clients that do not read that.
#[must_use]
pub fn attachment(name: &str) -> String {
    // Clients disagree on escapes in the quoted form, so it has none.
    let is_plain = |c: &char| (c.is_ascii_graphic() || *c == ' ') && !matches!(c, '"' | '\\' | '%');
    let ascii: String = name.chars().map(|c| if is_plain(&c) { c } else { '_' }).collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", utf8_percent_encode(name, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_in_utf_8_and_in_ascii() {
        for (name, expected) in [
            ("a-1.csv", "attachment; filename=\"a-1.csv\"; filename*=UTF-8''a-1.csv"),
            ("Zoë.csv", "attachment; filename=\"Zo_.csv\"; filename*=UTF-8''Zo%C3%AB.csv"),
            ("a\"; x='b%", "attachment; filename=\"a_; x='b_\"; filename*=UTF-8''a%22%3B%20x%3D%27b%25"),
        ] {
            assert_eq!(attachment(name), expected);
        }
    }

    proptest! {
        #[test]
        fn every_name_gives_an_ascii_header_that_says_it(name in "\\PC{0,40}") {
            let value = attachment(&name);
            prop_assert!(value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "{}", value);
            let encoded = value.rsplit("UTF-8''").next().unwrap();
            prop_assert_eq!(percent_encoding::percent_decode_str(encoded).decode_utf8().unwrap(), name);
        }
    }
}
