use serde::{Deserialize, Serialize, Serializer};

use crate::{InvalidParameter, Span, UnixMs};

/// What a backfill loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BackfillKind {
    /// The totals of every day of the span.
    Days,
    /// The first rows of every day of the span, for the trends of single pages. The totals come with them.
    DayPaths,
    /// All rows of the span.
    Paths,
}

impl BackfillKind {
    /// The value in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::DayPaths => "day_paths",
            Self::Paths => "paths",
        }
    }

    /// Reads the value in requests.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "days" => Some(Self::Days),
            "day_paths" => Some(Self::DayPaths),
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
    /// Reads decoded query parameters.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidParameter> {
        let kind = pairs.clone().into_iter().find(|(name, _)| *name == "kind");
        let kind = read_kind(kind.map_or("", |(_, value)| value))?;
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

/// The body of a [`BackfillRequest`] before the rules of its members are checked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackfillBody {
    kind: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    zone: String,
}

impl BackfillBody {
    /// The request of the body.
    ///
    /// # Errors
    /// If a member breaks its rule: it names the first one.
    pub fn request(&self) -> Result<BackfillRequest, InvalidParameter> {
        let Self { kind, from, to, zone } = self;
        Ok(BackfillRequest { kind: read_kind(kind)?, span: Span::read(from, to, zone)? })
    }
}

fn read_kind(text: &str) -> Result<BackfillKind, InvalidParameter> {
    BackfillKind::parse(text).ok_or_else(|| InvalidParameter::new("kind", "must be days, day_paths or paths"))
}

/// Progress of a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BackfillProgress {
    /// Requests that the backfill has made so far.
    pub done: u32,
    /// Requests that the backfill needs in total, as far as Docket knows.
    pub total: u32,
    /// When the backfill continues, if it waits for the budget.
    pub resumes_at: Option<UnixMs>,
}

/// The cost of a backfill, estimated before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BackfillCost {
    /// Number of requests to the service.
    pub requests: u32,
    /// Whether `requests` is an estimate, made from the paths of other days, because the service does not say how many
    /// paths it has.
    pub estimated: bool,
    /// Requests that a backfill can make now. Backfills leave a fifth of the hourly budget to people.
    pub available: u32,
    /// Requests that are left this hour and reserved for people.
    pub reserved: u32,
    /// When the last request can be made, if nobody else uses requests in the meantime.
    pub done_at: UnixMs,
}
