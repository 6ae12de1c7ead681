//! Parameters that are not part of a larger query. An absent one has no value; that an empty number is invalid, [`super::check()`] says.

use docket_wire::{InvalidParameter, whole_number};

use crate::http::limits::WAIT_S_MAX;
use crate::http::target::QueryPairs;

/// The revision in `since`, after which a caller asks for changes.
///
/// # Errors
/// If it is no whole number.
pub fn since(pairs: &QueryPairs) -> Result<Option<u64>, InvalidParameter> {
    number(pairs, "since", "must be a revision: a whole number")
}

/// The version of a template in `version`.
///
/// # Errors
/// If it is no number of a version.
pub fn version(pairs: &QueryPairs) -> Result<Option<u32>, InvalidParameter> {
    number(pairs, "version", "must be the number of a version")
}

/// How long a read waits for a change, in seconds: `wait`. The service's operations have it too, whose other parameters may be there
/// twice.
///
/// # Errors
/// If it is there twice, no whole number, 0 or too long.
pub fn wait_s(pairs: &QueryPairs) -> Result<Option<i64>, InvalidParameter> {
    if pairs.iter().filter(|(name, _)| *name == "wait").count() > 1 {
        return Err(InvalidParameter::new("wait", "must appear only once"));
    }
    let invalid =
        || InvalidParameter::new("wait", format!("must be a whole number of seconds from 1 to {WAIT_S_MAX}"));
    let Some(text) = pairs.get("wait") else { return Ok(None) };
    let wait_s = whole_number(text).and_then(|number| i64::try_from(number).ok());
    wait_s.filter(|wait_s| (1..=WAIT_S_MAX).contains(wait_s)).map(Some).ok_or_else(invalid)
}

/// Whether a switch is on.
///
/// # Errors
/// If it is neither 0 nor 1, or empty: somebody who asks for a check without its value would take a short answer for the result.
pub fn is_set(pairs: &QueryPairs, name: &'static str) -> Result<bool, InvalidParameter> {
    match pairs.get(name) {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(_) => Err(InvalidParameter::new(name, "must be 0 or 1")),
    }
}

/// How the audit log is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditFormat {
    /// A page in JSON.
    Page,
    /// All entries as a file, one JSON text on each line.
    File,
}

/// The format in `format`.
///
/// # Errors
/// If there is no such format.
pub fn audit_format(pairs: &QueryPairs) -> Result<AuditFormat, InvalidParameter> {
    match pairs.get("format") {
        None | Some("" | "json") => Ok(AuditFormat::Page),
        Some("ndjson") => Ok(AuditFormat::File),
        Some(_) => Err(InvalidParameter::new("format", "must be json or ndjson")),
    }
}

fn number<T: TryFrom<u64>>(
    pairs: &QueryPairs,
    name: &'static str,
    rule: &str,
) -> Result<Option<T>, InvalidParameter> {
    let Some(text) = pairs.get(name) else { return Ok(None) };
    let number = whole_number(text).and_then(|number| T::try_from(number).ok());
    number.map(Some).ok_or_else(|| InvalidParameter::new(name, rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(query: &str) -> QueryPairs {
        QueryPairs::of(&format!("http://a/?{query}"))
    }

    #[test]
    fn numbers_are_whole_and_in_their_range() {
        for (query, expected) in [("", Ok(None)), ("since=0", Ok(Some(0))), ("since=17", Ok(Some(17)))] {
            assert_eq!(since(&pairs(query)), expected, "{query}");
        }
        for query in ["since=-1", "since=1.5", "since=x", "since=99999999999999999999"] {
            assert_eq!(since(&pairs(query)).unwrap_err().field, "since", "{query}");
        }
        assert_eq!(version(&pairs("version=4294967295")), Ok(Some(u32::MAX)));
        assert_eq!(version(&pairs("version=4294967296")).unwrap_err().field, "version");
        let longest = format!("wait={WAIT_S_MAX}");
        for (query, expected) in
            [("", Ok(None)), ("wait=1", Ok(Some(1))), (longest.as_str(), Ok(Some(WAIT_S_MAX)))]
        {
            assert_eq!(wait_s(&pairs(query)), expected, "{query}");
        }
        let too_long = format!("wait={}", WAIT_S_MAX + 1);
        for query in ["wait=0", "wait=-5", "wait=", "wait=soon", "wait=5&wait=6", too_long.as_str()] {
            assert_eq!(wait_s(&pairs(query)).unwrap_err().field, "wait", "{query}");
        }
    }

    #[test]
    fn switches_and_formats_have_two_values_and_none() {
        for (query, expected) in [("", false), ("deep=0", false), ("deep=1", true)] {
            assert_eq!(is_set(&pairs(query), "deep"), Ok(expected), "{query}");
        }
        for query in ["deep=", "deep=true"] {
            assert_eq!(
                is_set(&pairs(query), "deep").unwrap_err().to_string(),
                "deep must be 0 or 1",
                "{query}"
            );
        }
        for (query, expected) in [
            ("", AuditFormat::Page),
            ("format=", AuditFormat::Page),
            ("format=json", AuditFormat::Page),
            ("format=ndjson", AuditFormat::File),
        ] {
            assert_eq!(audit_format(&pairs(query)), Ok(expected), "{query}");
        }
        assert_eq!(audit_format(&pairs("format=csv")).unwrap_err().field, "format");
    }
}
