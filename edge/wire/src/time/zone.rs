use std::fmt;

use serde::{Deserialize, Serialize};

use super::unix_ms::UnixMs;

/// The offsets of a time zone. Callers have the zone database: the browser and workerd have one in `Intl`.
pub trait UtcOffsets {
    /// Seconds ahead of UTC at a moment; negative west of UTC.
    fn offset_s(&self, at: UnixMs) -> i32;
}

/// UTC, whose offset is always 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utc;

impl UtcOffsets for Utc {
    fn offset_s(&self, _at: UnixMs) -> i32 {
        0
    }
}

/// Name of a time zone in the IANA database, like `Europe/Berlin`. Only its form is checked: the browser and workerd
/// know which zones exist.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ZoneName(String);

/// Why a text is not the name of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be the name of a time zone like Europe/Berlin")]
pub struct InvalidZone;

const UTC: &str = "UTC";

impl ZoneName {
    /// Maximum length, in bytes.
    pub const BYTES_MAX: usize = 64;

    /// UTC, the default zone.
    #[must_use]
    pub fn utc() -> Self {
        Self(UTC.to_owned())
    }

    /// Whether the name is UTC.
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
        let is_valid = text.len() <= Self::BYTES_MAX
            // An offset like +01:00 is not a zone, because it has no daylight saving time.
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
