use serde::{Deserialize, Serialize, Serializer};

use crate::{InvalidParameter, Span, UnixMs};

/// What a backfill loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BackfillKind {
    /// The totals of every day of the span.
    Days,
    /// The first rows of every day of the span, for the trends of single pages. The totals come with them.
    DayPaths,
    /// All rows of the span.
    Paths,
}

impl BackfillKind {
    /// Its value in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::DayPaths => "day-paths",
            Self::Paths => "paths",
        }
    }

    /// Reads its value in requests.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "days" => Some(Self::Days),
            "day-paths" => Some(Self::DayPaths),
            "paths" => Some(Self::Paths),
            _ => None,
        }
    }
}

/// Request of `/api/projects/{project}/visitors/backfill`: the body of `POST`, and the query of `DELETE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillRequest {
    /// What to load.
    pub kind: BackfillKind,
    /// The days to load.
    pub span: Span,
}

impl BackfillRequest {
    /// Reads the members of a body, or decoded query parameters.
    ///
    /// # Errors
    /// Names the first one that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidParameter> {
        let kind = pairs.clone().into_iter().find(|(name, _)| *name == "kind");
        let kind = kind
            .and_then(|(_, value)| BackfillKind::parse(value))
            .ok_or_else(|| InvalidParameter::new("kind", "must be days, day-paths or paths"))?;
        Ok(Self { kind, span: Span::from_pairs(pairs)? })
    }

    /// The members of the body, or the query parameters. Values of parameters need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); 4] {
        let [from, to, zone] = self.span.pairs();
        [("kind", self.kind.as_str().to_owned()), from, to, zone]
    }
}

/// In JSON, an object with text members.
impl Serialize for BackfillRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs())
    }
}

/// Progress of a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BackfillProgress {
    /// Requests that the backfill has made.
    pub done: u32,
    /// Requests that it needs, as far as Docket knows.
    pub total: u32,
    /// When it continues, if it waits for the budget.
    pub resumes_at: Option<UnixMs>,
}

/// What a backfill would cost, as Docket knows it before the backfill starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BackfillCost {
    /// Requests to the service that are needed.
    pub requests: u32,
    /// Whether that is an estimate: the service does not say how many paths it has, so it is by the paths of other days.
    pub estimated: bool,
    /// Requests that a backfill can make at once. It leaves a fifth of the hour to people.
    pub available: u32,
    /// Requests that are left this hour and that a backfill leaves to people.
    pub reserved: u32,
    /// When the last request can be made, unless others spend requests meanwhile.
    pub done_at: UnixMs,
}
