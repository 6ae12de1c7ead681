use std::fmt;
use std::str::FromStr;

/// The kinds of objects in a backup, in the order of the file. Auth comes first, so that the audit log can record the
/// restore of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    /// Tokens, people and the audit log of what belongs to no project.
    Auth,
    /// The visitors of an admin key.
    Analytics,
    /// The ledger of a project.
    Jobs,
}

impl ObjectKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Auth, Self::Analytics, Self::Jobs];

    /// The name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Analytics => "analytics",
            Self::Jobs => "jobs",
        }
    }
}

/// An object of a deployment, which stores data of its own. As text it is `jobs/acme-docs`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupObject {
    /// Kind of the object.
    pub kind: ObjectKind,
    /// The project of a ledger, the name of the secret of an admin key, or `auth`.
    pub id: String,
}

impl fmt::Display for BackupObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.as_str(), self.id)
    }
}

/// A text that is not the id of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("object must be auth/auth, analytics/ and the name of a secret, or jobs/ and a project")]
pub struct InvalidBackupObject;

impl FromStr for BackupObject {
    type Err = InvalidBackupObject;

    fn from_str(text: &str) -> Result<Self, InvalidBackupObject> {
        let (kind, id) = text.split_once('/').ok_or(InvalidBackupObject)?;
        let kind =
            ObjectKind::ALL.into_iter().find(|known| known.as_str() == kind).ok_or(InvalidBackupObject)?;
        Ok(Self { kind, id: id.to_owned() })
    }
}
