//! Which days the visitor figures are asked for. Days are inclusive and in UTC; the service takes an exclusive end.

use super::date::Day;

/// Rows a page.
pub(crate) const PAGE_ROWS: u32 = 50;

/// A range that moves with the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    /// Today and the six days before.
    Last7,
    /// Today and the 29 days before.
    Last30,
    /// Today and the 89 days before.
    Last90,
    /// From the first of the month to today.
    ThisMonth,
    /// The whole of the month before.
    LastMonth,
}

impl Preset {
    /// In the order they are offered.
    pub(crate) const ALL: [Self; 5] =
        [Self::Last7, Self::Last30, Self::Last90, Self::ThisMonth, Self::LastMonth];

    /// The word for it in a URL.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Last7 => "7d",
            Self::Last30 => "30d",
            Self::Last90 => "90d",
            Self::ThisMonth => "this-month",
            Self::LastMonth => "last-month",
        }
    }

    /// Its name for people.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Last7 => "Last 7 days",
            Self::Last30 => "Last 30 days",
            Self::Last90 => "Last 90 days",
            Self::ThisMonth => "This month",
            Self::LastMonth => "Last month",
        }
    }

    fn days(self, today: Day) -> Days {
        let back = |days: i64| Days { from: today.plus(-days), to: today };
        match self {
            Self::Last7 => back(6),
            Self::Last30 => back(29),
            Self::Last90 => back(89),
            Self::ThisMonth => Days { from: today.first_of_month(), to: today },
            Self::LastMonth => {
                let last = today.first_of_month().plus(-1);
                Days { from: last.first_of_month(), to: last }
            }
        }
    }
}

/// What was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// A range that moves with the calendar.
    Preset(Preset),
    /// Days that were named.
    Custom(Days),
}

impl Range {
    /// The days from `from` to `to`, both included; nothing if they are the wrong way round.
    pub(crate) fn custom(from: Day, to: Day) -> Option<Self> {
        (from <= to).then_some(Self::Custom(Days { from, to }))
    }

    /// The days it means on the day `today`.
    pub(crate) fn days(self, today: Day) -> Days {
        match self {
            Self::Preset(preset) => preset.days(today),
            Self::Custom(days) => days,
        }
    }
}

/// A run of days, both ends included, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Days {
    /// First day.
    pub from: Day,
    /// Last day.
    pub to: Day,
}

impl Days {
    /// The first day that no longer counts.
    pub(crate) fn end(self) -> Day {
        self.to.plus(1)
    }

    /// How many days.
    pub(crate) fn count(self) -> u64 {
        u64::try_from(self.to.since(self.from)).unwrap_or(0) + 1
    }

    /// Whether the day is one of them.
    pub(crate) fn contains(self, day: Day) -> bool {
        (self.from..=self.to).contains(&day)
    }

    /// The interval as it is asked for.
    pub(crate) fn interval(self) -> String {
        format!("{} ≤ t < {} UTC", self.from, self.end())
    }
}

/// What the visitors page shows: all of it is in its URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VisitorsView {
    /// Which days.
    pub range: Range,
    /// Which page of the table, from 1.
    pub page: u32,
}

impl Default for VisitorsView {
    fn default() -> Self {
        Self { range: Range::Preset(Preset::Last30), page: 1 }
    }
}

impl VisitorsView {
    /// Reads the URL's query; `get` gives a parameter's decoded value.
    ///
    /// # Errors
    /// A sentence on what is wrong with it.
    pub(crate) fn from_query(get: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let page = match get("page") {
            None => 1,
            Some(text) => {
                text.parse().ok().filter(|page| *page >= 1).ok_or("The page must be a number from 1.")?
            }
        };
        let range = match (get("range"), get("from"), get("to")) {
            (None, None, None) => Self::default().range,
            (Some(word), _, _) => Preset::ALL
                .into_iter()
                .find(|preset| preset.word() == word)
                .map(Range::Preset)
                .ok_or("The address asks for a range that does not exist.")?,
            (None, from, to) => read_days(&from.unwrap_or_default(), &to.unwrap_or_default())?,
        };
        Ok(Self { range, page })
    }

    /// The parameters of its URL.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = match self.range {
            Range::Preset(preset) => vec![("range", preset.word().to_owned())],
            Range::Custom(days) => vec![("from", days.from.to_string()), ("to", days.to.to_string())],
        };
        if self.page > 1 {
            pairs.push(("page", self.page.to_string()));
        }
        pairs
    }

    /// What to ask the edge for on the day `today`.
    pub(crate) fn asked(&self, today: Day) -> Asked {
        let offset = u64::from(self.page.saturating_sub(1)) * u64::from(PAGE_ROWS);
        Asked { days: self.range.days(today), offset }
    }
}

/// What the edge is asked for: a page of the figures of some days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Which days.
    pub days: Days,
    /// How many paths come before the page.
    pub offset: u64,
}

impl Asked {
    /// The parameters of the visitors operation, as `docket_wire::VisitorsQuery` reads them.
    pub(crate) fn pairs(&self) -> [(&'static str, String); 4] {
        [
            ("dateFrom", self.days.from.to_string()),
            ("dateTo", self.days.end().to_string()),
            ("limit", PAGE_ROWS.to_string()),
            ("offset", self.offset.to_string()),
        ]
    }
}

/// Reads two days as a date field or a URL has them.
///
/// # Errors
/// A sentence on what is wrong with them.
pub(crate) fn read_days(from: &str, to: &str) -> Result<Range, String> {
    let from: Day = from.parse().map_err(|_| "The first day must be a date like 2026-01-31.".to_owned())?;
    let to: Day = to.parse().map_err(|_| "The last day must be a date like 2026-01-31.".to_owned())?;
    Range::custom(from, to).ok_or_else(|| "The first day must not be after the last.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn read(pairs: &[(&str, &str)]) -> Result<VisitorsView, String> {
        VisitorsView::from_query(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn presets() {
        let cases = [
            (Preset::Last7, "2026-03-01", "2026-02-23", "2026-03-01", 7),
            (Preset::Last30, "2026-11-20", "2026-10-22", "2026-11-20", 30),
            (Preset::Last90, "2026-11-20", "2026-08-23", "2026-11-20", 90),
            (Preset::ThisMonth, "2026-11-20", "2026-11-01", "2026-11-20", 20),
            (Preset::LastMonth, "2026-11-20", "2026-10-01", "2026-10-31", 31),
            (Preset::LastMonth, "2026-01-31", "2025-12-01", "2025-12-31", 31),
            (Preset::LastMonth, "2024-03-31", "2024-02-01", "2024-02-29", 29),
        ];
        for (preset, today, from, to, count) in cases {
            let days = Range::Preset(preset).days(date(today));
            assert_eq!(days, Days { from: date(from), to: date(to) }, "{preset:?} on {today}");
            assert_eq!(days.count(), count, "{preset:?} on {today}");
        }
    }

    #[test]
    fn the_last_day_is_included() {
        let range = read_days("2026-10-01", "2026-10-31").unwrap();
        let days = range.days(date("2026-11-20"));
        assert_eq!(days.interval(), "2026-10-01 ≤ t < 2026-11-01 UTC");
        assert!(days.contains(date("2026-10-31")) && !days.contains(date("2026-11-01")));
        let asked = VisitorsView { range, page: 3 }.asked(date("2026-11-20")).pairs();
        let query = asked.each_ref().map(|(name, value)| (*name, value.as_str()));
        assert_eq!(
            query,
            [("dateFrom", "2026-10-01"), ("dateTo", "2026-11-01"), ("limit", "50"), ("offset", "100")]
        );
        assert!(docket_wire::VisitorsQuery::from_pairs(query).is_ok(), "the edge takes it");
    }

    #[test]
    fn urls_read_back() {
        for query in [
            &[][..],
            &[("range", "last-month"), ("page", "2")],
            &[("from", "2026-10-01"), ("to", "2026-10-01")],
        ] {
            let view = read(query).unwrap();
            let pairs = view.pairs();
            let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
            assert_eq!(read(&again).unwrap(), view);
        }
        assert_eq!(read(&[]).unwrap(), VisitorsView::default());
    }

    #[test]
    fn bad_urls_say_why() {
        for query in [
            &[("page", "0")][..],
            &[("page", "x")],
            &[("range", "ever")],
            &[("from", "2026-10-01")],
            &[("from", "2026-10-02"), ("to", "2026-10-01")],
            &[("from", "2026-02-30"), ("to", "2026-03-01")],
        ] {
            assert!(read(query).is_err(), "{query:?}");
        }
    }
}
