//! Counts and percentages as text.

/// A count with thousands separators: `12,481`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `part` of `whole` as a percentage with one decimal: `22.1 %`. A dash if `whole` is 0, and at most 100 %, because the
/// service's counts are approximate.
pub(crate) fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let tenths = (u128::from(part.min(whole)) * 1000 + u128::from(whole) / 2) / u128::from(whole);
    // A no-break space keeps number and sign on one line.
    format!("{}.{}\u{a0}%", tenths / 10, tenths % 10)
}

/// A relative change with its sign: `+12.5 %`, `−3.0 %`. One decimal below 1,000 %, none from there on.
pub(crate) fn percent(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
    let tenths = (share * 1000.0).round() as i64;
    let sign = match tenths {
        0 => "±",
        ..0 => "−",
        _ => "+",
    };
    let tenths = tenths.unsigned_abs();
    let whole = count(tenths / 10);
    if tenths < 10_000 {
        format!("{sign}{whole}.{}\u{a0}%", tenths % 10)
    } else {
        format!("{sign}{whole}\u{a0}%")
    }
}

/// `1 job`, `2 jobs`.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_thousands_separators() {
        for (n, text) in [
            (0, "0"),
            (12, "12"),
            (999, "999"),
            (1000, "1,000"),
            (12_481, "12,481"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count(n), text);
        }
        assert_eq!(counted(1, "job", "jobs"), "1 job");
        assert_eq!(counted(1200, "job", "jobs"), "1,200 jobs");
    }

    #[test]
    fn a_share_is_at_most_the_whole() {
        for (part, whole, text) in [
            (0, 0, "–"),
            (0, 5, "0.0\u{a0}%"),
            (1, 3, "33.3\u{a0}%"),
            (2, 3, "66.7\u{a0}%"),
            (5, 5, "100.0\u{a0}%"),
            (u64::MAX, u64::MAX, "100.0\u{a0}%"),
            (7, 5, "100.0\u{a0}%"),
        ] {
            assert_eq!(share(part, whole), text);
        }
    }

    #[test]
    fn a_change_has_its_sign() {
        for (share, text) in
            [(0.125, "+12.5"), (-0.03, "−3.0"), (-0.0001, "±0.0"), (-1.0, "−100.0"), (41.2, "+4,120")]
        {
            assert_eq!(percent(share), format!("{text}\u{a0}%"));
        }
    }
}
