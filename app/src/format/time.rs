//! Ages and durations in words. `browser::clock` writes exact times, because it knows the time zone.

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// An age in one unit: `12 s ago`. An age below two seconds, also a negative one because two clocks differ, is
/// `just now`.
pub(crate) fn ago(age_ms: i64) -> String {
    match age_ms {
        ..2000 => "just now".to_owned(),
        2000..MINUTE => format!("{}\u{a0}s ago", age_ms / SECOND),
        MINUTE..HOUR => format!("{}\u{a0}min ago", age_ms / MINUTE),
        HOUR..DAY => format!("{}\u{a0}h ago", age_ms / HOUR),
        _ => format!("{}\u{a0}d ago", age_ms / DAY),
    }
}

/// A duration in its two largest units: `3 min 12 s`.
pub(crate) fn duration(ms: i64) -> String {
    let ms = ms.max(0);
    let pair = |large: i64, large_name: &str, small: i64, small_name: &str| {
        let remainder = ms % large / small;
        let whole = format!("{}\u{a0}{large_name}", ms / large);
        if remainder == 0 { whole } else { format!("{whole} {remainder}\u{a0}{small_name}") }
    };
    match ms {
        ..MINUTE => format!("{}\u{a0}s", ms / SECOND),
        MINUTE..HOUR => pair(MINUTE, "min", SECOND, "s"),
        HOUR..DAY => pair(HOUR, "h", MINUTE, "min"),
        _ => pair(DAY, "d", HOUR, "h"),
    }
}

/// A duration that is not negative, as the wire has it.
pub(crate) fn duration_of(ms: u64) -> String {
    duration(i64::try_from(ms).unwrap_or(i64::MAX))
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
