//! Date ranges that move with the calendar.

use docket_wire::Day;

use crate::texts::analytics::range as texts;

/// A date range that moves with the calendar. Each ends today, except `Yesterday` and `LastMonth`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    Today,
    /// The day before today.
    Yesterday,
    Last7,
    Last14,
    Last30,
    Last90,
    /// From the first day of the month.
    ThisMonth,
    /// All of the previous month.
    LastMonth,
    /// From the first day of the quarter.
    Quarter,
    /// From January 1.
    YearToDate,
}

impl Preset {
    /// In the order of the screen. After `r`, the keys 1 to 9 and 0 select them in this order.
    pub(crate) const ALL: [Self; 10] = [
        Self::Today,
        Self::Yesterday,
        Self::Last7,
        Self::Last14,
        Self::Last30,
        Self::Last90,
        Self::ThisMonth,
        Self::LastMonth,
        Self::Quarter,
        Self::YearToDate,
    ];

    /// The key that selects it after `r`, its word in a URL, and its name on the screen.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::Today => ["1", "today", texts::TODAY],
            Self::Yesterday => ["2", "yesterday", texts::YESTERDAY],
            Self::Last7 => ["3", "7d", texts::LAST_7_DAYS],
            Self::Last14 => ["4", "14d", texts::LAST_14_DAYS],
            Self::Last30 => ["5", "30d", texts::LAST_30_DAYS],
            Self::Last90 => ["6", "90d", texts::LAST_90_DAYS],
            Self::ThisMonth => ["7", "this-month", texts::THIS_MONTH],
            Self::LastMonth => ["8", "last-month", texts::LAST_MONTH],
            Self::Quarter => ["9", "quarter", texts::THIS_QUARTER],
            Self::YearToDate => ["0", "year", texts::YEAR_TO_DATE],
        }
    }

    pub(crate) fn key(self) -> &'static str {
        self.names()[0]
    }

    /// Its word in a URL.
    pub(crate) fn as_str(self) -> &'static str {
        self.names()[1]
    }

    pub(crate) fn label(self) -> &'static str {
        self.names()[2]
    }

    /// First and last day when the current day is `today`. `None` outside the years that [`Day`] covers.
    pub(crate) fn days(self, today: Day) -> Option<(Day, Day)> {
        let back = |days: i32| Some((today.plus(1 - days)?, today));
        let (year, month, _) = today.ymd();
        let since = |month| Some((Day::from_ymd(year, month, 1)?, today));
        match self {
            Self::Today => back(1),
            Self::Yesterday => today.plus(-1).map(|day| (day, day)),
            Self::Last7 => back(7),
            Self::Last14 => back(14),
            Self::Last30 => back(30),
            Self::Last90 => back(90),
            Self::ThisMonth => since(month),
            Self::LastMonth => {
                let last = Day::from_ymd(year, month, 1)?.plus(-1)?;
                let (year, month, _) = last.ymd();
                Some((Day::from_ymd(year, month, 1)?, last))
            }
            Self::Quarter => since((month - 1) / 3 * 3 + 1),
            Self::YearToDate => since(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_preset_has_its_days() {
        for (preset, today, from, to) in [
            (Preset::Today, "2026-11-20", "2026-11-20", "2026-11-20"),
            (Preset::Yesterday, "2026-03-01", "2026-02-28", "2026-02-28"),
            (Preset::Yesterday, "2028-03-01", "2028-02-29", "2028-02-29"),
            (Preset::Last7, "2026-11-20", "2026-11-14", "2026-11-20"),
            (Preset::Last14, "2026-01-05", "2025-12-23", "2026-01-05"),
            (Preset::Last30, "2028-03-01", "2028-02-01", "2028-03-01"),
            (Preset::Last90, "2026-11-20", "2026-08-23", "2026-11-20"),
            (Preset::ThisMonth, "2026-11-01", "2026-11-01", "2026-11-01"),
            (Preset::LastMonth, "2026-01-31", "2025-12-01", "2025-12-31"),
            (Preset::LastMonth, "2028-03-31", "2028-02-01", "2028-02-29"),
            (Preset::Quarter, "2026-03-31", "2026-01-01", "2026-03-31"),
            (Preset::Quarter, "2026-11-20", "2026-10-01", "2026-11-20"),
            (Preset::YearToDate, "2026-11-20", "2026-01-01", "2026-11-20"),
        ] {
            let (first, last) = preset.days(today.parse().unwrap()).unwrap();
            assert_eq!(
                (first.to_string().as_str(), last.to_string().as_str()),
                (from, to),
                "{preset:?} on {today}"
            );
        }
        assert_eq!(Preset::Last7.days("2000-01-01".parse().unwrap()), None);
    }

    #[test]
    fn keys_words_and_labels_are_unique() {
        for names in [Preset::key, Preset::as_str, Preset::label] {
            let mut all = Preset::ALL.map(names);
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        }
    }
}
