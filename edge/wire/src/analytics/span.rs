use serde::{Deserialize, Serialize};

use super::{Day, ZoneName};

/// Days as a person picks them: from one to another, both of them included, by the clocks of a zone. At most 400.
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

/// Why days are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rule}")]
pub struct InvalidSpan {
    /// The parameter at fault.
    pub field: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

/// What a span is compared with, which always has as many days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The days right before it.
    Previous,
    /// The days from a year before its first one on. For a 29 February that is the 28th; where only one of the two spans
    /// holds a 29 February, their last days differ by one.
    Year,
}

impl Comparison {
    /// The word for it in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Previous => "previous",
            Self::Year => "year",
        }
    }

    /// What `compare` asks for, if it is there.
    ///
    /// # Errors
    /// If it is neither of the words.
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
    /// Days of a span, at most: a year with its comparison's odd days, and room to pick.
    pub const DAYS_MAX: i32 = 400;

    /// All days from one to another.
    ///
    /// # Errors
    /// If they are in the wrong order, or too many.
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
    /// Names the first parameter that breaks its rule.
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

    /// The parameters to send. Values need percent-encoding.
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

    /// Whose clocks say when a day begins.
    #[must_use]
    pub fn zone(&self) -> &ZoneName {
        &self.zone
    }

    /// How many days, 1 to [`Span::DAYS_MAX`].
    #[must_use]
    pub fn len(&self) -> u32 {
        self.to.since(self.from).unsigned_abs() + 1
    }

    /// Never: a span has at least one day.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Every day, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Day> {
        (self.from.since_epoch()..=self.to.since_epoch()).rev().filter_map(Day::from_epoch)
    }

    /// As many days to compare it with.
    ///
    /// # Errors
    /// If they would be before 2000.
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
