use serde::{Deserialize, Serialize};

use super::{Day, ZoneName};

/// A span of days, both ends inclusive, by the clocks of a zone. At most 400 days.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Span {
    from: Day,
    to: Day,
    zone: ZoneName,
}

#[derive(Deserialize)]
struct Unchecked {
    from: Day,
    to: Day,
    #[serde(default = "ZoneName::utc")]
    zone: ZoneName,
}

impl TryFrom<Unchecked> for Span {
    type Error = InvalidSpan;

    fn try_from(Unchecked { from, to, zone }: Unchecked) -> Result<Self, InvalidSpan> {
        Self::new(from, to, zone)
    }
}

/// Why a span is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rule}")]
pub struct InvalidSpan {
    /// The invalid parameter.
    pub field: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

/// What a span is compared with: always the same number of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The days directly before the span.
    Previous,
    /// The days that start a year before the span. A 29 February becomes the 28th; if only one of the two spans
    /// contains a 29 February, their last days differ by one.
    Year,
}

impl Comparison {
    /// The name in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Previous => "previous",
            Self::Year => "year",
        }
    }

    /// Reads the query parameter `compare`.
    ///
    /// # Errors
    /// If it is not the name of a comparison.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Option<Self>, InvalidSpan> {
        match value_of("compare", pairs) {
            None => Ok(None),
            Some("previous") => Ok(Some(Self::Previous)),
            Some("year") => Ok(Some(Self::Year)),
            Some(_) => Err(InvalidSpan { field: "compare", rule: "must be previous or year" }),
        }
    }
}

fn value_of<'a>(wanted: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    pairs.into_iter().find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| value)
}

impl Span {
    /// The maximum number of days: a year, and some more.
    pub const DAYS_MAX: i32 = 400;

    /// The days from `from` to `to`.
    ///
    /// # Errors
    /// If `from` is after `to`, or the span has too many days.
    pub fn new(from: Day, to: Day, zone: ZoneName) -> Result<Self, InvalidSpan> {
        if from > to {
            return Err(InvalidSpan { field: "from", rule: "must not be after to" });
        }
        if to.since(from) >= Self::DAYS_MAX {
            return Err(InvalidSpan { field: "from", rule: "must not be 400 days or more before to" });
        }
        Ok(Self { from, to, zone })
    }

    /// Reads decoded query parameters: `from`, `to` and `zone`, which is UTC if it is absent.
    ///
    /// # Errors
    /// Names the first invalid parameter.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidSpan> {
        let day = |field| {
            let rule = "must be a day like 2026-01-31, from 2000 to 2100";
            let text = value_of(field, pairs.clone());
            text.and_then(|text| text.parse::<Day>().ok()).ok_or(InvalidSpan { field, rule })
        };
        let zone = match value_of("zone", pairs.clone()) {
            None => ZoneName::utc(),
            Some(text) => ZoneName::try_from(text.to_owned()).map_err(|_| InvalidSpan {
                field: "zone",
                rule: "must be the name of a time zone like Europe/Berlin",
            })?,
        };
        Self::new(day("from")?, day("to")?, zone)
    }

    /// The query parameters. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); 3] {
        [("from", self.from.to_string()), ("to", self.to.to_string()), ("zone", self.zone.to_string())]
    }

    /// The first day.
    #[must_use]
    pub fn from(&self) -> Day {
        self.from
    }

    /// The last day.
    #[must_use]
    pub fn to(&self) -> Day {
        self.to
    }

    /// The zone whose clocks start the days.
    #[must_use]
    pub fn zone(&self) -> &ZoneName {
        &self.zone
    }

    /// The number of days, 1 to [`Span::DAYS_MAX`].
    #[must_use]
    pub fn len(&self) -> u32 {
        self.to.since(self.from).unsigned_abs() + 1
    }

    /// Always false: a span has at least one day.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Every day, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Day> {
        (self.from.since_epoch()..=self.to.since_epoch()).rev().filter_map(Day::from_epoch)
    }

    /// The span to compare this one with.
    ///
    /// # Errors
    /// If it would start before 2000.
    pub fn compared(&self, with: Comparison) -> Result<Self, InvalidSpan> {
        let days = self.to.since(self.from);
        let from = match with {
            Comparison::Previous => self.from.plus(-days - 1),
            Comparison::Year => self.from.year_before(),
        };
        let days = from.and_then(|from| Some((from, from.plus(days)?)));
        let (from, to) =
            days.ok_or(InvalidSpan { field: "compare", rule: "must not reach back before 2000" })?;
        Ok(Self { from, to, zone: self.zone.clone() })
    }
}
