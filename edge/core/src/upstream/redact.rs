//! Removes the admin key from responses of the service.
//!
//! A service, or a proxy in front of it, may echo a request's headers in an error. Docket searches every response for
//! the key before any other code reads it.

pub const REDACTED: &str = "[redacted]";

/// `text` without `key`: plain, escaped as in JSON, or percent-encoded, and with a `Bearer` before it.
///
/// The work grows with the text and not faster, because others choose parts of it.
#[must_use]
pub fn redact(text: String, key: &str) -> String {
    scan(&text, key).0.unwrap_or(text)
}

/// The text without the key, if the key is in it, and the number of characters that were compared.
fn scan(text: &str, key: &str) -> (Option<String>, usize) {
    let (mut clean, mut compared) = (None::<String>, 0);
    let (mut written, mut from) = (0, 0);
    while let Some(at) = next_start(text, key, from) {
        let tail = text.get(at..).unwrap_or_default();
        let (len, steps) = match_len(tail, key);
        compared += steps;
        from = match len {
            Some(len) => {
                let clean = clean.get_or_insert_default();
                clean.push_str(without_bearer(text.get(written..at).unwrap_or_default()));
                clean.push_str(REDACTED);
                written = at + len;
                written
            }
            // All starts in a run of backslashes have the same spellings, so the first one speaks for all.
            None => at + backslashes(tail).max(1),
        };
    }
    if let Some(clean) = &mut clean {
        clean.push_str(text.get(written..).unwrap_or_default());
    }
    (clean, compared)
}

/// The next byte, from `from` on, at which the key could begin.
fn next_start(text: &str, key: &str, from: usize) -> Option<usize> {
    let first = key.bytes().next()?;
    let tail = text.as_bytes().get(from..)?;
    tail.iter().position(|b| *b == first || *b == b'\\' || *b == b'%').map(|at| from + at)
}

/// The number of backslashes at the beginning of a text.
fn backslashes(text: &str) -> usize {
    text.bytes().take_while(|b| *b == b'\\').count()
}

/// The length of the key's spelling at the beginning of `text`, in bytes, and the number of characters that were
/// compared.
fn match_len(text: &str, key: &str) -> (Option<usize>, usize) {
    let (mut rest, mut compared, mut before) = (text, 0, None);
    for expected in key.chars() {
        // A run of backslashes counts as one, in the key as in the text.
        if expected == '\\' && before == Some('\\') {
            continue;
        }
        before = Some(expected);
        compared += 1 + backslashes(rest);
        match spelled(rest, expected) {
            Some(next) => rest = next,
            None => return (None, compared),
        }
    }
    (Some(text.len() - rest.len()), compared)
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

    /// Looks for the key at every character: simple, and quadratic in runs of backslashes.
    fn reference(text: &str, key: &str) -> String {
        let (mut clean, mut rest) = (String::new(), text);
        let (mut before, mut chars) = (String::new(), rest.chars());
        while let Some(c) = chars.next() {
            if let (Some(len), _) = match_len(rest, key) {
                clean += without_bearer(&before);
                clean += REDACTED;
                before.clear();
                rest = &rest[len..];
                chars = rest.chars();
            } else {
                before.push(c);
                rest = chars.as_str();
            }
        }
        clean + &before
    }

    #[test]
    fn a_run_of_backslashes_in_the_key_counts_as_one() {
        assert_eq!(redact("a k\\\\y b".to_owned(), "k\\\\y"), "a [redacted] b");
    }

    proptest! {
        #[test]
        fn the_work_grows_with_the_text_and_not_faster(
            runs in proptest::collection::vec((prop_oneof![0..4_usize, 1000..5000_usize], "[mint_u0069%]{0,8}"), 1..12),
        ) {
            let mut text = String::new();
            for (backslashes, word) in runs {
                text += &"\\".repeat(backslashes);
                text += &word;
            }
            let (_, compared) = scan(&text, KEY);
            prop_assert!(compared <= text.len() * KEY.len(), "{compared} for {}", text.len());
        }

        #[test]
        fn the_result_equals_that_of_a_search_at_every_character(
            parts in proptest::collection::vec(prop_oneof![
                Just("\\"), Just("\\\\"), Just("k"), Just("\\u006b"), Just("%6b"), Just("/"), Just("\\/"), Just("y"),
                Just("k/y"), Just("k\\/y"), Just("\\\\u006B/y"), Just("Bearer "), Just("ü"), Just("u"), Just("%"),
            ], 0..20),
            key in prop_oneof![Just("k/y"), Just("/"), Just("k"), Just("\\k"), Just("k\\"), Just("k\\\\y"), Just("ük")],
        ) {
            let text = parts.concat();
            prop_assert_eq!(redact(text.clone(), key), reference(&text, key), "{}", text);
        }

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
