use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a time zone in the IANA database, like `Europe/Berlin`. Only its form is checked, because the zone
/// database is that of the browser or workerd.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ZoneName(String);

/// A text that cannot be the name of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be the name of a time zone like Europe/Berlin")]
pub struct InvalidZone;

const UTC: &str = "UTC";
const ZONE_BYTES_MAX: usize = 64;

impl ZoneName {
    /// UTC, which applies if a request names no zone.
    #[must_use]
    pub fn utc() -> Self {
        Self(UTC.to_owned())
    }

    /// Whether the name is `UTC`.
    #[must_use]
    pub fn is_utc(&self) -> bool {
        self.0 == UTC
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ZoneName {
    type Error = InvalidZone;

    fn try_from(text: String) -> Result<Self, InvalidZone> {
        let is_valid = text.len() <= ZONE_BYTES_MAX
            // Offsets like +01:00 are rejected, because they have no clock changes.
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/_+-".contains(&b));
        if is_valid { Ok(Self(text)) } else { Err(InvalidZone) }
    }
}

impl From<ZoneName> for String {
    fn from(zone: ZoneName) -> Self {
        zone.0
    }
}

impl fmt::Display for ZoneName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
