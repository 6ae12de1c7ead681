//! What the visitors page shows: all of it is in its URL, so that a link shows a colleague the same.

use docket_wire::{Comparison, Day, RowsQuery, Span, ZoneName};

use super::preset::Preset;

/// Which days were chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Range {
    /// A range that moves with the calendar.
    Preset(Preset),
    /// Days that were named: first and last.
    Custom(Day, Day),
}

impl Range {
    /// First and last day, if today is `today`.
    pub(crate) fn days(self, today: Day) -> (Day, Day) {
        match self {
            Self::Preset(preset) => preset.days(today).unwrap_or((today, today)),
            Self::Custom(from, to) => (from, to),
        }
    }
}

/// What is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VisitorsView {
    /// Which days.
    pub range: Range,
    /// By whose clocks.
    pub zone: ZoneName,
    /// What they are compared with.
    pub compare: Option<Comparison>,
    /// Which paths, in which order.
    pub rows: RowsQuery,
}

impl Default for VisitorsView {
    fn default() -> Self {
        Self {
            range: Range::Preset(Preset::Last30),
            zone: ZoneName::utc(),
            compare: Some(Comparison::Previous),
            rows: RowsQuery::default(),
        }
    }
}

/// The word for no comparison.
const NONE: &str = "none";
/// The parameters of rows that a person sets.
const ROWS: [&str; 5] = ["sort", "order", "q", "prefix", "group"];

impl VisitorsView {
    /// Reads the URL's query; `get` gives a parameter's decoded value.
    ///
    /// # Errors
    /// A sentence on what is wrong with it.
    pub(crate) fn from_query(get: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let zone = match get("zone") {
            None => ZoneName::utc(),
            Some(name) => ZoneName::try_from(name).map_err(|wrong| format!("The zone {wrong}."))?,
        };
        let range = match (get("range"), get("from"), get("to")) {
            (None, None, None) => Self::default().range,
            (Some(word), _, _) => Preset::ALL
                .into_iter()
                .find(|preset| preset.word() == word)
                .map(Range::Preset)
                .ok_or("The address asks for a range that does not exist.")?,
            (None, from, to) => custom(&from.unwrap_or_default(), &to.unwrap_or_default(), &zone)?,
        };
        let compare = match get("compare").as_deref() {
            None => Self::default().compare,
            Some(NONE) => None,
            Some(word) => Comparison::from_pairs([("compare", word)])
                .map_err(|wrong| format!("The address is wrong: {wrong}."))?,
        };
        let pairs: Vec<_> = ROWS.into_iter().filter_map(|name| Some((name, get(name)?))).collect();
        let rows = RowsQuery::from_pairs(pairs.iter().map(|(name, value)| (*name, value.as_str())))
            .map_err(|wrong| format!("The address is wrong: {wrong}."))?;
        Ok(Self { range, zone, compare, rows })
    }

    /// The parameters of its URL.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = match self.range {
            Range::Preset(preset) => vec![("range", preset.word().to_owned())],
            Range::Custom(from, to) => vec![("from", from.to_string()), ("to", to.to_string())],
        };
        if !self.zone.is_utc() {
            pairs.push(("zone", self.zone.to_string()));
        }
        if self.compare != Self::default().compare {
            pairs.push(("compare", self.compare.map_or(NONE, Comparison::as_str).to_owned()));
        }
        pairs.extend(self.rows.pairs());
        pairs
    }

    /// What to ask the edge for on the day `today`.
    ///
    /// # Errors
    /// A sentence, if the days are too many.
    pub(crate) fn span(&self, today: Day) -> Result<Span, String> {
        let (from, to) = self.range.days(today);
        Span::new(from, to, self.zone.clone()).map_err(|wrong| sentence(&wrong.to_string()))
    }
}

/// Reads two days as a date field or a URL has them.
///
/// # Errors
/// A sentence on which of them is wrong.
pub(crate) fn custom(from: &str, to: &str, zone: &ZoneName) -> Result<Range, String> {
    let day = |name, text: &str| {
        text.parse::<Day>().map_err(|_| format!("Give {name} as a day of the calendar, like 2026-01-31."))
    };
    let (from, to) = (day("the first day", from)?, day("the last day", to)?);
    Span::new(from, to, zone.clone()).map_err(|wrong| sentence(&wrong.to_string()))?;
    Ok(Range::Custom(from, to))
}

fn sentence(wrong: &str) -> String {
    wrong.replacen("from must not be after to", "The first day must not be after the last.", 1).replacen(
        "from must not be 400 days or more before to",
        "A range has at most 400 days.",
        1,
    )
}

#[cfg(test)]
mod tests {
    use docket_wire::RowSort;

    use super::*;

    fn read(query: &[(&str, &str)]) -> Result<VisitorsView, String> {
        let get =
            |name: &str| query.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        VisitorsView::from_query(get)
    }

    #[test]
    fn a_url_says_all_of_it() {
        assert_eq!(read(&[]), Ok(VisitorsView::default()));
        let view = read(&[
            ("from", "2026-10-01"),
            ("to", "2026-10-31"),
            ("zone", "Europe/Berlin"),
            ("compare", "year"),
            ("sort", "ai"),
            ("order", "asc"),
            ("q", "sdk & more"),
            ("prefix", "/guides/"),
            ("group", "folder"),
        ])
        .unwrap();
        assert_eq!(view.rows.sort, Some(RowSort::Ai));
        assert_eq!(view.compare, Some(Comparison::Year));
        let pairs = view.pairs();
        let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(read(&again), Ok(view));
        let alone = VisitorsView { compare: None, ..VisitorsView::default() };
        let pairs = alone.pairs();
        let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(read(&again), Ok(alone));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (query, said) in [
            (&[("range", "fortnight")][..], "range that does not exist"),
            (&[("from", "2026-02-30"), ("to", "2026-03-01")], "the first day"),
            (&[("from", "2026-02-01")], "the last day"),
            (&[("from", "2026-03-02"), ("to", "2026-03-01")], "must not be after the last"),
            (&[("from", "2024-01-01"), ("to", "2026-03-01")], "at most 400 days"),
            (&[("zone", "+01:00")], "The zone must be the name"),
            (&[("compare", "best")], "compare must be"),
            (&[("sort", "colour")], "sort must be"),
        ] {
            let error = read(query).unwrap_err();
            assert!(error.contains(said), "{query:?}: {error}");
        }
    }
}
