use serde::{Deserialize, Serialize, Serializer};

use crate::{InvalidSpan, Span, UnixMs};

/// What a backfill loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackfillKind {
    /// The totals of every day of the span.
    Days,
    /// All rows of the span.
    Paths,
}

impl BackfillKind {
    /// The name in JSON and queries.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::Paths => "paths",
        }
    }

    /// Parses the name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "days" => Some(Self::Days),
            "paths" => Some(Self::Paths),
            _ => None,
        }
    }
}

/// The body of `POST /api/projects/{project}/visitors/backfill`, and the query of `DELETE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackfillRequest {
    /// What the backfill loads.
    pub kind: BackfillKind,
    /// The days.
    pub span: Span,
}

impl BackfillRequest {
    /// Reads the members of a body, or decoded query parameters.
    ///
    /// # Errors
    /// Names the first invalid one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidSpan> {
        let kind = pairs.clone().into_iter().find(|(name, _)| *name == "kind");
        let kind = kind
            .and_then(|(_, value)| BackfillKind::parse(value))
            .ok_or(InvalidSpan { field: "kind", rule: "must be days or paths" })?;
        Ok(Self { kind, span: Span::from_pairs(pairs)? })
    }

    /// The members of the body, or the query parameters, which need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); 4] {
        let [from, to, zone] = self.span.pairs();
        [("kind", self.kind.as_str().to_owned()), from, to, zone]
    }
}

/// Serializes as an object whose values are all texts.
impl Serialize for BackfillRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs())
    }
}

/// The progress of a backfill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackfillProgress {
    /// The number of requests that are done.
    pub done: u32,
    /// The number of all requests, as far as it is known.
    pub total: u32,
    /// When the backfill resumes, if it waits for the budget or for a retry.
    pub resumes_at: Option<UnixMs>,
}
