/// Whether an `Accept` header names a media type. Wildcards do not count, because clients that do not know
/// the type send them.
#[must_use]
pub fn accepts(accept: &str, media_type: &str) -> bool {
    accept.split(',').any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|named| named.eq_ignore_ascii_case(media_type));
        let is_refused = parts.any(|part| {
            let weight = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
            weight.is_some_and(|weight| weight.bytes().all(|b| matches!(b, b'0' | b'.')))
        });
        is_named && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_accepted_by_its_name() {
        let accepted = |accept| accepts(accept, "application/problem+json");
        for accept in [
            "application/problem+json",
            "application/json, Application/Problem+JSON;q=0.9",
            "application/problem+json; charset=utf-8",
        ] {
            assert!(accepted(accept), "{accept}");
        }
        for accept in [
            "",
            "*/*",
            "application/*",
            "application/json",
            "application/problem+json;q=0",
            "application/problem+json; q=0.000",
            "problem+json",
        ] {
            assert!(!accepted(accept), "{accept}");
        }
    }
}
