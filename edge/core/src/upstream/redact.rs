//! Removes the admin key from responses of the service.
//!
//! A service, or a proxy in front of it, may echo a request's headers in an error. Docket searches every response for the
//! key before any other code reads it.

/// Replaces the key.
pub const REDACTED: &str = "[redacted]";

/// `text` without `key`: plain, escaped as in JSON, or percent-encoded, and with a `Bearer` before it.
#[must_use]
pub fn redact(text: String, key: &str) -> String {
    if key.is_empty() {
        return text;
    }
    let mut clean = String::new();
    let mut rest = text.as_str();
    let mut from = 0;
    while let Some(at) = next_start(rest, key, from) {
        if let Some(len) = match_len(rest.get(at..).unwrap_or_default(), key) {
            let before = rest.get(..at).unwrap_or_default();
            clean.push_str(without_bearer(before));
            clean.push_str(REDACTED);
            rest = rest.get(at + len..).unwrap_or_default();
            from = 0;
        } else {
            from = at + 1;
        }
    }
    if clean.is_empty() {
        return text;
    }
    clean.push_str(rest);
    clean
}

/// The next byte, from `from` on, at which the key could begin.
fn next_start(text: &str, key: &str, from: usize) -> Option<usize> {
    let first = key.bytes().next()?;
    let tail = text.as_bytes().get(from..)?;
    tail.iter().position(|b| *b == first || *b == b'\\' || *b == b'%').map(|at| from + at)
}

/// The length of the key's spelling at the beginning of `text`, in bytes.
fn match_len(text: &str, key: &str) -> Option<usize> {
    let mut rest = text;
    for expected in key.chars() {
        rest = spelled(rest, expected)?;
    }
    Some(text.len() - rest.len())
}

/// The rest of `text` after `expected`, if `text` begins with any spelling of it.
fn spelled(text: &str, expected: char) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(expected)
        && expected != '\\'
    {
        return Some(rest);
    }
    if let Some(hex) = text.strip_prefix('%') {
        return hex_is(hex, 2, expected);
    }
    // JSON inside JSON escapes the escapes, so any number of backslashes counts as one.
    let escaped = text.trim_start_matches('\\');
    if escaped.len() == text.len() {
        return None;
    }
    match escaped.strip_prefix('u').and_then(|hex| hex_is(hex, 4, expected)) {
        Some(rest) => Some(rest),
        None if expected == '\\' => Some(escaped),
        None => escaped.strip_prefix(expected).filter(|_| !expected.is_ascii_alphanumeric()),
    }
}

fn hex_is(text: &str, digits: usize, expected: char) -> Option<&str> {
    let hex = text.get(..digits)?;
    (u32::from_str_radix(hex, 16).ok()? == u32::from(expected)).then(|| text.get(digits..)).flatten()
}

fn without_bearer(before: &str) -> &str {
    const BEARER: &str = "bearer ";
    match before.len().checked_sub(BEARER.len()).and_then(|at| before.split_at_checked(at)) {
        Some((rest, word)) if word.eq_ignore_ascii_case(BEARER) => rest,
        _ => before,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: &str = "mint_c4nary/\"x\\y";

    #[test]
    fn every_spelling_is_removed() {
        let json = serde_json::to_string(KEY).unwrap();
        let cases = [
            (format!("a {KEY} b"), "a [redacted] b".to_owned()),
            (format!("Authorization: Bearer {KEY}"), "Authorization: [redacted]".to_owned()),
            (format!("{KEY}{KEY}"), "[redacted][redacted]".to_owned()),
            (format!("{{\"k\":{json}}}"), "{\"k\":\"[redacted]\"}".to_owned()),
            (serde_json::to_string(&json).unwrap(), "\"\\\"[redacted]\\\"\"".to_owned()),
            ("m".to_owned(), "m".to_owned()),
            ("mint_c4nary".to_owned(), "mint_c4nary".to_owned()),
        ];
        for (text, expected) in cases {
            assert_eq!(redact(text.clone(), KEY), expected, "{text}");
        }
        let escaped: String = KEY.chars().map(|c| format!("\\u{:04X}", u32::from(c))).collect();
        assert_eq!(redact(format!("\"bearer {escaped}\""), KEY), "\"[redacted]\"");
        let percent: String = KEY.bytes().map(|b| format!("%{b:02x}")).collect();
        assert_eq!(redact(format!("?k={percent}&"), KEY), "?k=[redacted]&");
        assert_eq!(redact(KEY.replace('/', "\\/").replace('"', "\\\""), KEY), REDACTED);
    }

    proptest! {
        #[test]
        fn other_text_does_not_change(text in "\\PC{0,200}") {
            prop_assume!(!text.contains("zq"));
            prop_assert_eq!(redact(text.clone(), "zq-not-in-there"), text);
        }

        #[test]
        fn the_key_never_remains(before in "[ab\\\\%u0-9 ]{0,30}", key in "[ab0-9_]{4,12}", after in "[ab\\\\%u0-9]{0,30}") {
            let clean = redact(format!("{before}{key}{after}"), &key);
            prop_assert!(!clean.contains(&key), "{}", clean);
        }
    }
}
