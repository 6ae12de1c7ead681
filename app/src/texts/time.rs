//! How long ago, how long, and when.

/// A unit in which an age or a duration is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimeUnit {
    Second,
    Minute,
    Hour,
    Day,
}

impl TimeUnit {
    fn short(self) -> &'static str {
        match self {
            Self::Second => "s",
            Self::Minute => "min",
            Self::Hour => "h",
            Self::Day => "d",
        }
    }
}

pub(crate) const JUST_NOW: &str = "just now";

/// An age: `12 s ago`. A no-break space keeps number and unit on one line.
pub(crate) fn ago(number: i64, unit: TimeUnit) -> String {
    format!("{number}\u{a0}{} ago", unit.short())
}

/// A duration in one unit: `12 s`.
pub(crate) fn amount(number: i64, unit: TimeUnit) -> String {
    format!("{number}\u{a0}{}", unit.short())
}

/// A duration in two units, the larger one first: `3 min 12 s`.
pub(crate) fn amounts(larger: &str, smaller: &str) -> String {
    format!("{larger} {smaller}")
}
