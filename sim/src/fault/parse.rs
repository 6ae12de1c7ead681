use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{BodyShape, FAULTS, FaultEffect, FaultKind, SimFault};

/// Why a text is not a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFault {
    /// Not in the table.
    #[error("there is no fault called {0:?}")]
    Unknown(String),
    /// `-before` or `-after` on a fault that changes the regular response.
    #[error("{0:?} changes the regular response, so it can be neither before nor after it")]
    Moment(String),
    /// The text after the name is not a duration.
    #[error("{0:?} is no duration like 500ms, 2s or 5m")]
    Duration(String),
}

impl FromStr for SimFault {
    type Err = InvalidFault;

    /// `NAME[-before|-after] [DURATION]`, the name as in [`FAULTS`].
    fn from_str(text: &str) -> Result<Self, InvalidFault> {
        let (name, duration) = match text.trim().split_once(char::is_whitespace) {
            Some((name, duration)) => (name, Some(duration.trim())),
            None => (text.trim(), None),
        };
        let (stem, after) = match (name.strip_suffix("-after"), name.strip_suffix("-before")) {
            (Some(stem), _) => (stem, Some(true)),
            (_, Some(stem)) => (stem, Some(false)),
            _ => (name, None),
        };
        let kind = kind(stem).ok_or_else(|| InvalidFault::Unknown(name.to_owned()))?;
        if after.is_some() && kind.effect() == FaultEffect::Alters {
            return Err(InvalidFault::Moment(name.to_owned()));
        }
        let lasting = duration
            .map(|text| parse_duration(text).ok_or_else(|| InvalidFault::Duration(text.to_owned())))
            .transpose()?;
        Ok(Self { kind, after: after.unwrap_or(false), lasting })
    }
}

fn kind(name: &str) -> Option<FaultKind> {
    let listed = FAULTS.iter().find(|row| row.name == name).map(|row| row.kind);
    listed.or_else(|| {
        let (digits, shape) = match name.split_once('-') {
            None => (name, BodyShape::Json),
            Some((digits, "html")) => (digits, BodyShape::Html),
            Some((digits, "text")) => (digits, BodyShape::Text),
            Some((digits, "empty")) => (digits, BodyShape::Empty),
            Some(_) => return None,
        };
        let status = digits.parse().ok().filter(|s: &u16| *s == 200 || (400..600).contains(s))?;
        Some(FaultKind::Status(status, shape))
    })
}

impl fmt::Display for SimFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (FAULTS.iter().find(|row| row.kind == self.kind), self.kind) {
            (Some(row), _) => f.write_str(row.name)?,
            (None, FaultKind::Status(status, shape)) => match shape {
                BodyShape::Json => write!(f, "{status}")?,
                BodyShape::Html => write!(f, "{status}-html")?,
                BodyShape::Text => write!(f, "{status}-text")?,
                BodyShape::Empty => write!(f, "{status}-empty")?,
            },
            (None, kind) => write!(f, "{kind:?}")?,
        }
        if self.after {
            f.write_str("-after")?;
        }
        match self.lasting {
            Some(duration) => write!(f, " {}ms", duration.as_millis()),
            None => Ok(()),
        }
    }
}

/// Maximum duration: a year.
const DURATION_MAX: Duration = Duration::from_secs(365 * 86_400);

/// A whole number followed by `ms`, `s`, `m` or `h`.
pub(crate) fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at_checked(unit_at)?;
    let number: u64 = number.parse().ok()?;
    let ms_each: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let duration = Duration::from_millis(number.checked_mul(ms_each)?);
    (duration <= DURATION_MAX).then_some(duration)
}
