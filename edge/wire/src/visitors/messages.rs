use serde::{Deserialize, Serialize, Serializer};

use super::{Day, Interval, InvalidSpan, Span, ZoneName};
use crate::{ProjectId, UnixMs, VisitorTotals};

/// What is left of the hour's requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BudgetView {
    /// Requests that the service allows in an hour, as Docket has it.
    pub limit: u32,
    /// Requests that are left.
    pub remaining: u32,
    /// Seconds until one more is free.
    pub reset_s: u64,
}

/// Answer of `GET /api/projects/{project}/visitors/summary`: one range, and what it is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// What the service was asked for.
    pub interval: Interval,
    /// Whether the range was not over when the service was asked.
    pub partial: bool,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors seen as both people and AI.
    pub both: u64,
    /// When the service was asked.
    pub checked_at: UnixMs,
    /// Whether the figures are older than they should be, because nothing newer could be had.
    pub stale: bool,
    /// The same of the range before, if it was asked for and could be had.
    pub before: Option<Earlier>,
    /// What is left of the hour's requests.
    pub budget: BudgetView,
}

/// What a range is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// What the service was asked for.
    pub interval: Interval,
    /// Unique visitors of the range.
    pub totals: VisitorTotals,
    /// Visitors seen as both people and AI.
    pub both: u64,
}

/// Answer of `GET /api/projects/{project}/visitors/trend`: unique visitors day by day. They are never added up: whoever
/// came on two days is one visitor of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// Whose clocks say when a day begins.
    pub zone: ZoneName,
    /// Every day that began already, the oldest first. A day that the zone's clocks skipped is left out.
    pub days: Vec<TrendDay>,
    /// How many of them have no figures yet, or only such as were taken before the day was over.
    pub missing: u32,
    /// How far gathering them has come, if that is under way.
    pub gathering: Option<Gathering>,
    /// Why gathering the rest was given up, if that was within a day and it was not begun again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_up: Option<String>,
    /// What is left of the hour's requests.
    pub budget: BudgetView,
}

/// One day of a trend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TrendDay {
    /// Which.
    pub day: Day,
    /// What the service was, or will be, asked for.
    pub interval: Interval,
    /// Unique visitors of the day, if it was asked for.
    pub totals: Option<VisitorTotals>,
    /// Whether the day was not over when the service was asked; without figures, whether it is not over.
    pub partial: bool,
    /// When the service was asked.
    pub checked_at: Option<UnixMs>,
}

/// What can be gathered in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GatherWhat {
    /// The totals of every day.
    Days,
    /// All rows of the whole range.
    Paths,
}

impl GatherWhat {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::Paths => "paths",
        }
    }

    /// Reads the word for it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "days" => Some(Self::Days),
            "paths" => Some(Self::Paths),
            _ => None,
        }
    }
}

/// What `/api/projects/{project}/visitors/gather` is asked: the body of `POST`, the query of `DELETE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gather {
    /// What.
    pub what: GatherWhat,
    /// Of which days.
    pub span: Span,
}

impl Gather {
    /// Reads the members of a body, or decoded query parameters.
    ///
    /// # Errors
    /// Names the first that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidSpan> {
        let what = pairs.clone().into_iter().find(|(name, _)| *name == "what");
        let what = what
            .and_then(|(_, value)| GatherWhat::parse(value))
            .ok_or(InvalidSpan { field: "what", rule: "must be days or paths" })?;
        Ok(Self { what, span: Span::from_pairs(pairs)? })
    }

    /// The members of the body, or parameters to send; those need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); 4] {
        let [from, to, zone] = self.span.pairs();
        [("what", self.what.as_str().to_owned()), from, to, zone]
    }
}

/// An object of texts in JSON.
impl Serialize for Gather {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs())
    }
}

/// How far gathering has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gathering {
    /// Requests that were made.
    pub done: u32,
    /// Requests that it takes, as far as is known.
    pub total: u32,
    /// When it goes on, if it waits for the budget.
    pub waits_until: Option<UnixMs>,
}

/// Answer of `GET /api/projects/{project}/visitors/budget`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetReport {
    /// What is left, for all projects with the same admin key.
    pub budget: BudgetView,
    /// What is being gathered for these projects, the next to be asked for first.
    pub waiting: Vec<Waiting>,
}

/// Something that is being gathered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// For which project.
    pub project: ProjectId,
    /// What.
    pub what: GatherWhat,
    /// Of which days.
    pub span: Span,
    /// How far it has come.
    pub gathering: Gathering,
}
