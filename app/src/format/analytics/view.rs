//! What the visitors page shows. All of it is in the URL, so that a link shows the same to a colleague.

use docket_wire::{Comparison, Day, RowsQuery, Span, ZoneName, page_path};

use super::{DateRange, Preset};
use crate::texts::analytics::range as texts;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VisitorsView {
    pub range: DateRange,
    /// The time zone that the days are in.
    pub zone: ZoneName,
    /// The period that the totals are compared with.
    pub compare: Option<Comparison>,
    /// Filter and order of the paths.
    pub rows: RowsQuery,
    /// The path whose own trend is open.
    pub open: Option<String>,
}

impl Default for VisitorsView {
    fn default() -> Self {
        Self {
            range: DateRange::Preset(Preset::Last30),
            zone: ZoneName::utc(),
            compare: Some(Comparison::Previous),
            rows: RowsQuery::default(),
            open: None,
        }
    }
}

/// The value of `compare` for no comparison.
const NONE: &str = "none";
/// The parameters of the rows that a URL has. `offset` and `limit` are not among them: scrolling sets those.
const ROW_PARAMETERS: [&str; 6] = ["sort", "view", "order", "q", "prefix", "group"];

impl VisitorsView {
    /// Reads a URL's query. `parameter` returns the decoded value of a parameter.
    ///
    /// # Errors
    /// A sentence about the first parameter that is wrong.
    pub(crate) fn from_query(parameter: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let zone = match parameter("zone") {
            None => ZoneName::utc(),
            Some(name) => ZoneName::try_from(name).map_err(texts::link_has_invalid_zone)?,
        };
        let range = match (parameter("range"), parameter("from"), parameter("to")) {
            (None, None, None) => Self::default().range,
            (Some(word), _, _) => Preset::ALL
                .into_iter()
                .find(|preset| preset.as_str() == word)
                .map(DateRange::Preset)
                .ok_or(texts::LINK_HAS_UNKNOWN_RANGE)?,
            (None, from, to) => DateRange::parse(&from.unwrap_or_default(), &to.unwrap_or_default(), &zone)?,
        };
        let compare = match parameter("compare").as_deref() {
            None => Self::default().compare,
            Some(NONE) => None,
            Some(word) => Comparison::from_pairs([("compare", word)])
                .map_err(|invalid| texts::link_is_invalid(&invalid))?,
        };
        let pairs: Vec<_> =
            ROW_PARAMETERS.into_iter().filter_map(|name| Some((name, parameter(name)?))).collect();
        let rows = RowsQuery::from_pairs(pairs.iter().map(|(name, value)| (*name, value.as_str())))
            .map_err(|invalid| texts::link_is_invalid(&invalid))?;
        let open = parameter("open").map(|path| page_path([("path", path.as_str())]).map(str::to_owned));
        let open = open.transpose().map_err(|_| texts::LINK_HAS_INVALID_PATH)?;
        Ok(Self { range, zone, compare, rows, open })
    }

    /// The parameters of its URL.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = match self.range {
            DateRange::Preset(preset) => vec![("range", preset.as_str().to_owned())],
            DateRange::Custom(from, to) => vec![("from", from.to_string()), ("to", to.to_string())],
        };
        if !self.zone.is_utc() {
            pairs.push(("zone", self.zone.to_string()));
        }
        if self.compare != Self::default().compare {
            pairs.push(("compare", self.compare.map_or(NONE, Comparison::as_str).to_owned()));
        }
        pairs.extend(self.rows.pairs());
        pairs.extend(self.open.clone().map(|path| ("open", path)));
        pairs
    }

    /// The selected days when the current day is `today`.
    ///
    /// # Errors
    /// A sentence, if there are too many days.
    pub(crate) fn span(&self, today: Day) -> Result<Span, String> {
        self.range.span(today, &self.zone)
    }
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
    fn a_url_round_trips() {
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
            ("open", "/guides/a b"),
        ])
        .unwrap();
        assert_eq!(view.open.as_deref(), Some("/guides/a b"));
        assert_eq!(view.rows.sort, Some(RowSort::Ai));
        assert_eq!(view.compare, Some(Comparison::Year));
        let pairs = view.pairs();
        let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(read(&again), Ok(view));
        let falling = read(&[("view", "falling"), ("compare", "year")]).unwrap();
        let pairs = falling.pairs();
        let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(read(&again), Ok(falling));
        let alone = VisitorsView { compare: None, ..VisitorsView::default() };
        let pairs = alone.pairs();
        let again: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(read(&again), Ok(alone));
    }

    #[test]
    fn an_invalid_parameter_is_named() {
        for (query, expected) in [
            (&[("range", "fortnight")][..], "unknown date range"),
            (&[("from", "2026-02-30"), ("to", "2026-03-01")], "the first day"),
            (&[("from", "2026-02-01")], "the last day"),
            (&[("from", "2026-03-02"), ("to", "2026-03-01")], "must not be after the last"),
            (&[("from", "2024-01-01"), ("to", "2026-03-01")], "at most 400 days"),
            (&[("zone", "+01:00")], "invalid time zone: it must be the name"),
            (&[("compare", "best")], "compare must be"),
            (&[("sort", "colour")], "sort must be"),
            (&[("view", "best")], "view must be"),
            (&[("open", "")], "invalid path in its parameter open"),
        ] {
            let error = read(query).unwrap_err();
            assert!(error.contains(expected), "{query:?}: {error}");
        }
    }
}
