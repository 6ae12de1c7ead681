//! Ages and durations in words. `browser::clock` writes exact times, because it knows the time zone.

use docket_wire::UnixMs;

use crate::texts::time::{self as texts, TimeUnit};

const SECOND: i64 = 1000;
/// In milliseconds.
pub(crate) const MINUTE: i64 = 60 * SECOND;
/// In milliseconds.
pub(crate) const HOUR: i64 = 60 * MINUTE;
/// In milliseconds.
pub(crate) const DAY: i64 = 24 * HOUR;

/// How far a browser's clock is behind the server's, after a response with the server's time; 0 unless the clock is wrong. `known_ms`
/// is what earlier responses said. A response takes a minute at most, and `waited_ms` more if it waited for the app: it shows an
/// earlier time then, so that of two readings the later time is the better one.
pub(crate) fn clock_error_ms(server_ms: i64, browser_ms: i64, known_ms: i64, waited_ms: i64) -> i64 {
    let behind_ms = server_ms - browser_ms;
    let later_ms = behind_ms - known_ms;
    match later_ms {
        _ if server_ms <= 0 => known_ms,
        1.. if known_ms != 0 => behind_ms,
        _ if (-MINUTE - waited_ms..=MINUTE).contains(&later_ms) => known_ms,
        _ if behind_ms.abs() > MINUTE => behind_ms,
        _ => 0,
    }
}

/// An age in one unit: `12 s ago`. An age below two seconds, also a negative one because two clocks differ, is
/// `just now`.
pub(crate) fn ago(age_ms: i64) -> String {
    match age_ms {
        ..2000 => texts::JUST_NOW.to_owned(),
        2000..MINUTE => texts::ago(age_ms / SECOND, TimeUnit::Second),
        MINUTE..HOUR => texts::ago(age_ms / MINUTE, TimeUnit::Minute),
        HOUR..DAY => texts::ago(age_ms / HOUR, TimeUnit::Hour),
        _ => texts::ago(age_ms / DAY, TimeUnit::Day),
    }
}

/// A duration in its two largest units: `3 min 12 s`.
pub(crate) fn duration(ms: i64) -> String {
    let ms = ms.max(0);
    let pair = |large: i64, large_unit: TimeUnit, small: i64, small_unit: TimeUnit| {
        let remainder = ms % large / small;
        let whole = texts::amount(ms / large, large_unit);
        if remainder == 0 { whole } else { texts::amounts(&whole, &texts::amount(remainder, small_unit)) }
    };
    match ms {
        ..MINUTE => texts::amount(ms / SECOND, TimeUnit::Second),
        MINUTE..HOUR => pair(MINUTE, TimeUnit::Minute, SECOND, TimeUnit::Second),
        HOUR..DAY => pair(HOUR, TimeUnit::Hour, MINUTE, TimeUnit::Minute),
        _ => pair(DAY, TimeUnit::Day, HOUR, TimeUnit::Hour),
    }
}

/// A duration that is not negative, as the wire has it.
pub(crate) fn duration_of(ms: u64) -> String {
    duration(i64::try_from(ms).unwrap_or(i64::MAX))
}

/// Replaces the moments (`2026-11-24T12:00:00Z`) in a sentence of the edge. `write` turns Unix ms into words.
pub(crate) fn with_moments(sentence: &str, write: impl Fn(i64) -> String) -> String {
    let word = |word: &str| {
        let end = word.bytes().position(|byte| byte == b'Z').map(|at| at + 1);
        let found = end.and_then(|end| word.split_at_checked(end));
        match found.and_then(|(moment, rest)| Some((moment.parse::<UnixMs>().ok()?, rest))) {
            Some((at, rest)) => write(at.0) + rest,
            None => word.to_owned(),
        }
    };
    sentence.split_inclusive(' ').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_has_one_unit() {
        let cases = [
            (-5000, "just now"),
            (1999, "just now"),
            (2000, "2\u{a0}s ago"),
            (59_999, "59\u{a0}s ago"),
            (60_000, "1\u{a0}min ago"),
            (3_599_999, "59\u{a0}min ago"),
            (HOUR, "1\u{a0}h ago"),
            (DAY - 1, "23\u{a0}h ago"),
            (40 * DAY, "40\u{a0}d ago"),
        ];
        for (ms, text) in cases {
            assert_eq!(ago(ms), text, "{ms}");
        }
    }

    #[test]
    fn only_a_clock_that_is_off_by_more_than_a_response_takes_is_wrong() {
        let cases = [
            (DAY, 2 * DAY, -DAY),
            (2 * DAY, DAY, DAY),
            (DAY, DAY + MINUTE, 0),
            (DAY, DAY - MINUTE, 0),
            (0, DAY, 0),
        ];
        for (server_ms, browser_ms, expected) in cases {
            assert_eq!(clock_error_ms(server_ms, browser_ms, 0, 0), expected, "{server_ms} {browser_ms}");
        }
    }

    /// What is known after each response. The first number is how far the browser's clock seems to be behind, in seconds, and the
    /// second how long the response waited.
    fn clock_errors(responses: &[(i64, i64)]) -> Vec<i64> {
        let mut known_ms = 0;
        let after = |(behind_s, waited_s): &(i64, i64)| {
            known_ms = clock_error_ms(DAY + behind_s * SECOND, DAY, known_ms, waited_s * SECOND);
            known_ms / SECOND
        };
        responses.iter().map(after).collect()
    }

    #[test]
    fn a_clock_at_the_limit_is_corrected_once() {
        assert_eq!(clock_errors(&[(59, 0), (61, 0), (59, 0), (61, 0), (3, 0)]), [0, 61, 61, 61, 61]);
        assert_eq!(clock_errors(&[(-59, 0), (-61, 0), (-59, 0), (-61, 0)]), [0, -61, -59, -59]);
    }

    #[test]
    fn a_clock_that_is_set_is_followed() {
        assert_eq!(clock_errors(&[(300, 0), (0, 0), (0, 0)]), [300, 0, 0], "it was set right");
        assert_eq!(clock_errors(&[(-3600, 0), (0, 0)]), [-3600, 0]);
        assert_eq!(clock_errors(&[(300, 0), (-300, 0)]), [300, -300]);
    }

    #[test]
    fn a_response_that_waited_for_the_app_does_not_set_the_clock_back() {
        assert_eq!(clock_errors(&[(-90, 100), (-1, 0)]), [0, 0]);
        assert_eq!(clock_errors(&[(200, 100), (290, 0), (150, 100)]), [200, 290, 290]);
        assert_eq!(clock_errors(&[(-3600, 100), (-3500, 0)]), [-3600, -3500], "it is ahead indeed");
    }

    #[test]
    fn the_moments_of_a_sentence_are_written_again() {
        let cases = [
            ("Wait until 1970-01-01T00:00:07Z. Not sent.", "Wait until 7000. Not sent."),
            ("1970-01-01T00:00:01.500Z, or Z", "1500, or Z"),
            ("Line one\nand  two.", "Line one\nand  two."),
            ("Days such as 2026-11-24 stay.", "Days such as 2026-11-24 stay."),
            ("", ""),
        ];
        for (sentence, expected) in cases {
            assert_eq!(with_moments(sentence, |at_ms| at_ms.to_string()), expected);
        }
    }

    #[test]
    fn a_duration_has_two_units() {
        let cases = [
            (-1, "0\u{a0}s"),
            (999, "0\u{a0}s"),
            (59_000, "59\u{a0}s"),
            (60_000, "1\u{a0}min"),
            (192_000, "3\u{a0}min 12\u{a0}s"),
            (2 * HOUR + 5 * MINUTE, "2\u{a0}h 5\u{a0}min"),
            (3 * DAY + 4 * HOUR, "3\u{a0}d 4\u{a0}h"),
        ];
        for (ms, text) in cases {
            assert_eq!(duration(ms), text, "{ms}");
        }
    }
}
