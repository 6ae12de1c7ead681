use std::fmt;

use serde::{Deserialize, Serialize};

use crate::is_blank;

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} {rule}")]
pub struct InvalidId {
    what: &'static str,
    rule: IdRule,
}

/// The rule that an identifier broke.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdRule {
    /// No characters at all.
    #[error("must not be empty")]
    Empty,
    /// More than [`ID_BYTES_MAX`] bytes.
    #[error("must not be longer than 200 bytes")]
    TooLong,
    /// A character that would change the meaning of a path, a header or a log line.
    #[error("must not contain spaces, control characters, or any of / \\ ? # %")]
    Character,
    /// `.` or `..`, which a URL parser removes.
    #[error("must not be . or ..")]
    Dots,
}

/// Maximum length of an identifier, in bytes. The service documents no format: this limits what Docket stores and
/// sends.
pub const ID_BYTES_MAX: usize = 200;

fn check(what: &'static str, text: &str) -> Result<(), InvalidId> {
    let forbidden =
        |c: char| c.is_control() || c.is_whitespace() || matches!(c, '/' | '\\' | '?' | '#' | '%');
    let rule = if text.is_empty() {
        IdRule::Empty
    } else if text.len() > ID_BYTES_MAX {
        IdRule::TooLong
    } else if text == "." || text == ".." {
        IdRule::Dots
    } else if text.chars().any(forbidden) {
        IdRule::Character
    } else {
        return Ok(());
    };
    Err(InvalidId { what, rule })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidId;
            fn try_from(text: String) -> Result<Self, InvalidId> {
                check($what, &text)?;
                Ok(Self(text))
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                Self::try_from(text.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A project of the documentation service: one path segment.
    ProjectId,
    "project id"
);
id!(
    /// An agent job. The service names it: one path segment.
    JobId,
    "job id"
);
id!(
    /// A submission: a prompt that is or was sent to the service. Docket names it.
    SubmissionId,
    "submission id"
);
id!(
    /// A prompt template of a project. Docket names it.
    TemplateId,
    "template id"
);

/// The author of a change: the name of a person with a passphrase, the e-mail address of a person of Cloudflare Access, or
/// `token:` and a token's id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CallerName(pub String);

impl fmt::Display for CallerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A label of a job: 1 to 40 characters, without commas, control characters and surrounding spaces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(String);

/// Why a text is not a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a label must have 1 to 40 characters, without commas and control characters, and not only invisible ones"
)]
pub struct InvalidLabel;

impl Label {
    /// Maximum length, in characters.
    pub const CHARS_MAX: usize = 40;

    /// The label as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Label {
    type Error = InvalidLabel;
    fn try_from(text: String) -> Result<Self, InvalidLabel> {
        let label = text.trim();
        let fits = !is_blank(label) && label.chars().count() <= Self::CHARS_MAX;
        let plain = !label.contains(|c: char| c == ',' || c.is_control());
        if fits && plain { Ok(Self(label.to_owned())) } else { Err(InvalidLabel) }
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
