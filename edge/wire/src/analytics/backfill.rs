use serde::{Deserialize, Serialize, Serializer};

use crate::{InvalidSpan, Span, UnixMs};

/// What can be gathered in the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BackfillKind {
    /// The totals of every day.
    Days,
    /// All rows of the whole range.
    Paths,
}

impl BackfillKind {
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
pub struct BackfillRequest {
    /// What.
    pub kind: BackfillKind,
    /// Of which days.
    pub span: Span,
}

impl BackfillRequest {
    /// Reads the members of a body, or decoded query parameters.
    ///
    /// # Errors
    /// Names the first that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidSpan> {
        let kind = pairs.clone().into_iter().find(|(name, _)| *name == "kind");
        let kind = kind
            .and_then(|(_, value)| BackfillKind::parse(value))
            .ok_or(InvalidSpan { field: "kind", rule: "must be days or paths" })?;
        Ok(Self { kind, span: Span::from_pairs(pairs)? })
    }

    /// The members of the body, or parameters to send; those need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> [(&'static str, String); 4] {
        let [from, to, zone] = self.span.pairs();
        [("kind", self.kind.as_str().to_owned()), from, to, zone]
    }
}

/// An object of texts in JSON.
impl Serialize for BackfillRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs())
    }
}

/// How far gathering has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackfillProgress {
    /// Requests that were made.
    pub done: u32,
    /// Requests that it takes, as far as is known.
    pub total: u32,
    /// When it goes on, if it waits for the budget.
    pub resumes_at: Option<UnixMs>,
}
