//! The value of `Idempotency-Key`.

/// Maximum length of a key, in bytes.
pub const BYTES_MAX: usize = 200;

/// Reads the header's value: a key as it is, or as a quoted string of Structured Fields (RFC 9651), the form of the
/// IETF's draft. Both forms of a key give the same text.
///
/// A bare key has no commas, because the runtime joins several lines of a header with one.
///
/// `None` if the value has neither form, or the key is empty or longer than [`BYTES_MAX`].
#[must_use]
pub fn parse(value: &str) -> Option<String> {
    let key = match value.strip_prefix('"') {
        Some(quoted) => unquote(quoted)?,
        None => (!value.contains(',')).then(|| value.to_owned())?,
    };
    let is_printable = key.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
    (is_printable && (1..=BYTES_MAX).contains(&key.len())).then_some(key)
}

/// The content of a quoted string, from after its first quote. Only a quote and a backslash are escaped.
fn unquote(quoted: &str) -> Option<String> {
    let mut key = String::new();
    let mut rest = quoted.chars();
    loop {
        match rest.next()? {
            '"' => return rest.as_str().is_empty().then_some(key),
            '\\' => key.push(rest.next().filter(|c| matches!(c, '"' | '\\'))?),
            plain => key.push(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_key_is_bare_or_quoted() {
        let long = "x".repeat(BYTES_MAX);
        let quoted_long = format!("\"{long}\"");
        for (value, key) in [
            ("abc", "abc"),
            ("\"abc\"", "abc"),
            ("a b\"c\\", "a b\"c\\"),
            (r#""a \"b\" \\c""#, r#"a "b" \c"#),
            ("\"a,b\"", "a,b"),
            (&long, &long),
            (&quoted_long, &long),
        ] {
            assert_eq!(parse(value).as_deref(), Some(key), "{value}");
        }
    }

    #[test]
    fn any_other_value_is_refused() {
        let long = "x".repeat(BYTES_MAX + 1);
        for value in [
            "",
            "\"\"",
            "\"",
            "\"abc",
            "\"abc\" ",
            "\"abc\";a=1",
            "\"a\\b\"",
            "\"a\\",
            "a,b",
            "\"a\", \"b\"",
            "caf\u{e9}",
            "\"caf\u{e9}\"",
            "a\tb",
            &long,
            &format!("\"{long}\""),
        ] {
            assert_eq!(parse(value), None, "{value}");
        }
    }

    proptest! {
        #[test]
        fn every_quoted_key_is_read_back(key in "[ -~]{1,200}") {
            let escaped = key.replace('\\', "\\\\").replace('"', "\\\"");
            prop_assert_eq!(parse(&format!("\"{escaped}\"")), Some(key));
        }
    }
}
