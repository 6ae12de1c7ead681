use serde::{Deserialize, Serialize};

/// What an action concerns. Its id is never a secret: the ids of tokens are public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditTarget {
    /// What `id` names.
    pub kind: AuditTargetKind,
    /// The id, or the name where there is no id.
    pub id: String,
}

/// The kind of an [`AuditTarget`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditTargetKind {
    /// A job.
    Job,
    /// A submission.
    Submission,
    /// A prompt template.
    Template,
    /// The note on a day.
    Note,
    /// A token.
    Token,
    /// A session.
    Session,
    /// A person, by name.
    Person,
    /// A backfill: its kind, days and time zone.
    Backfill,
    /// An object of the deployment: its kind and id.
    Object,
    /// The route of a refused read, by its name.
    Route,
}

impl AuditTarget {
    /// The target with an id.
    pub fn new(kind: AuditTargetKind, id: impl ToString) -> Self {
        Self { kind, id: id.to_string() }
    }
}
