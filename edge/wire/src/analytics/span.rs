use serde::{Deserialize, Serialize};

use crate::{Day, InvalidParameter, ZoneName};

/// Days in a time zone, the first and the last included. At most 400.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Unchecked")]
pub struct Span {
    from: Day,
    to: Day,
    zone: ZoneName,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Unchecked {
    from: Day,
    to: Day,
    #[serde(default = "ZoneName::utc")]
    zone: ZoneName,
}

impl TryFrom<Unchecked> for Span {
    type Error = InvalidParameter;

    fn try_from(Unchecked { from, to, zone }: Unchecked) -> Result<Self, InvalidParameter> {
        Self::new(from, to, zone)
    }
}

/// The span to compare with. Both spans have the same number of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The days immediately before.
    Previous,
    /// The days that start a year before the first day. For 29 February that is the 28th. If only one of the two spans
    /// has a 29 February, their last days differ by one.
    Year,
}

impl Comparison {
    /// The value in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Previous => "previous",
            Self::Year => "year",
        }
    }

    /// Reads the parameter `compare`, if it is present.
    ///
    /// # Errors
    /// If it has another value.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Option<Self>, InvalidParameter> {
        match value_of("compare", pairs) {
            None => Ok(None),
            Some("previous") => Ok(Some(Self::Previous)),
            Some("year") => Ok(Some(Self::Year)),
            Some(_) => Err(InvalidParameter::new("compare", "must be previous or year")),
        }
    }
}

fn value_of<'a>(wanted: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    pairs.into_iter().find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| value)
}

impl Span {
    /// Maximum number of days: a little more than a year.
    pub const DAYS_MAX: i32 = 400;

    /// A span from one day to another.
    ///
    /// # Errors
    /// If the days are in the wrong order, or too many.
    pub fn new(from: Day, to: Day, zone: ZoneName) -> Result<Self, InvalidParameter> {
        if from > to {
            return Err(InvalidParameter::new("from", "must not be after to"));
        }
        if to.since(from) >= Self::DAYS_MAX {
            return Err(InvalidParameter::new("from", "must not be 400 days or more before to"));
        }
        Ok(Self { from, to, zone })
    }

    /// Reads decoded query parameters: `from`, `to` and `zone`, which is UTC if it is absent.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidParameter> {
        let text = |field| value_of(field, pairs.clone()).unwrap_or_default();
        Self::read(text("from"), text("to"), text("zone"))
    }

    /// Reads the texts of `from`, `to` and `zone`, each of which is empty if it is absent.
    pub(super) fn read(from: &str, to: &str, zone: &str) -> Result<Self, InvalidParameter> {
        let day = |field, text: &str| {
            text.parse::<Day>().map_err(|invalid| InvalidParameter::new(field, invalid.to_string()))
        };
        let zone = match zone {
            "" => ZoneName::utc(),
            _ => ZoneName::try_from(zone.to_owned())
                .map_err(|invalid| InvalidParameter::new("zone", invalid.to_string()))?,
        };
        Self::new(day("from", from)?, day("to", to)?, zone)
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

    /// The time zone, which decides when a day begins.
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

    /// Every day, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = Day> {
        (self.from.since_epoch()..=self.to.since_epoch()).rev().filter_map(Day::from_epoch)
    }

    /// The span to compare with.
    ///
    /// # Errors
    /// If that would begin before 2000.
    pub fn compared(&self, with: Comparison) -> Result<Self, InvalidParameter> {
        let days = self.to.since(self.from);
        let from = match with {
            Comparison::Previous => self.from.plus(-days - 1),
            Comparison::Year => self.from.year_before(),
        };
        let days = from.and_then(|from| Some((from, from.plus(days)?)));
        let (from, to) =
            days.ok_or_else(|| InvalidParameter::new("compare", "must not begin before 2000"))?;
        Ok(Self { from, to, zone: self.zone.clone() })
    }
}
