//! The ways in which a service misbehaves, each with a name.

mod parse;
mod table;

use std::time::Duration;

pub use parse::InvalidFault;
pub(crate) use parse::parse_duration;
pub use table::{FAULTS, FaultRow, Scope, fault_table};

/// One way to misbehave, with its moment and duration where it has them.
///
/// Written as in [`FAULTS`]: `500-html`, `drop-after`, `slow-bytes 5s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    kind: FaultKind,
    after: bool,
    lasting: Option<Duration>,
}

/// What happens in place of the proper answer, or to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// A status that is not the proper one, 200 or 400 to 599, with a body of some shape.
    Status(u16, BodyShape),
    /// 429, with or without saying when to come back.
    Throttled(RetryAfter),
    /// 307 to an address that writes down whether the key was sent along.
    Redirect,
    /// 500 with the Authorization header in the error text.
    EchoError,
    /// Nothing for a long time, then the proper answer.
    Timeout,
    /// The connection is closed without a byte.
    Drop,
    /// The proper answer, in small pieces.
    SlowBytes,
    /// Half of the proper answer under the length of the whole, then the connection is closed.
    Truncated,
    /// The proper answer with 64 MiB in a field of no meaning.
    Huge,
    /// The proper answer with 100,000 arrays in each other.
    Deep,
    /// The proper answer with fields that the contract does not have.
    UnknownFields,
    /// Visitors as if rows had moved down since the page before.
    ShiftedRows,
    /// A job whose status the contract does not have.
    UnknownStatus,
    /// A job of `id` and `status` alone; visitors without `hasMore`.
    MissingFields,
    /// A job with all but `id` and `status` null; visitors with null for the rows.
    NullFields,
    /// A job whose id leads elsewhere when put into a path.
    HostileId,
    /// The proper answer, said to be text.
    WrongType,
    /// The proper answer with bytes that are not UTF-8.
    NotUtf8,
    /// The proper answer with the Authorization header in a field.
    EchoBody,
    /// The proper answer with the Authorization header in headers.
    EchoHeader,
}

/// Body of a [`FaultKind::Status`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyShape {
    /// `{"error": text}`, with `details` for 400 and 422; `{"ok": true}` for 200.
    Json,
    /// A proxy's error page.
    Html,
    /// A line of text.
    Text,
    /// Nothing.
    Empty,
}

/// `Retry-After` of a [`FaultKind::Throttled`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryAfter {
    /// In seconds.
    Seconds,
    /// As an HTTP date.
    Date,
    /// Not at all.
    Absent,
}

/// Where a fault stands to the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// In place of the answer, before the work (or after it, if so written).
    Instead,
    /// Delays the work (or, if so written, the answer).
    Delay,
    /// Changes the answer, so the work is done.
    Alters,
}

impl FaultKind {
    pub(crate) const fn manner(self) -> Manner {
        match self {
            Self::Status(..) | Self::Throttled(_) | Self::Redirect | Self::EchoError | Self::Drop => {
                Manner::Instead
            }
            Self::Timeout => Manner::Delay,
            _ => Manner::Alters,
        }
    }

    /// How long it takes, or asks to wait, when nothing is said.
    fn default_lasting(self) -> Duration {
        match self {
            Self::Timeout => Duration::from_secs(600),
            Self::SlowBytes => Duration::from_secs(10),
            Self::Throttled(_) => Duration::from_secs(30),
            _ => Duration::ZERO,
        }
    }
}

impl Fault {
    /// A fault of this kind, before the work where that can be chosen.
    #[must_use]
    pub const fn new(kind: FaultKind) -> Self {
        Self { kind, after: false, lasting: None }
    }

    /// A JSON error with this status: 400 to 599.
    #[must_use]
    pub const fn status(status: u16) -> Self {
        Self::new(FaultKind::Status(status, BodyShape::Json))
    }

    /// The same, but the work is done first: the job is made, and the caller does not learn of it. Makes no
    /// difference to faults that change the proper answer, for which the work is done anyway.
    #[must_use]
    pub const fn after_the_work(self) -> Self {
        Self { after: !matches!(self.kind.manner(), Manner::Alters), ..self }
    }

    /// The same, taking (or, when throttled, asking to wait) this long.
    #[must_use]
    pub const fn lasting(self, duration: Duration) -> Self {
        Self { lasting: Some(duration), ..self }
    }

    /// What happens.
    #[must_use]
    pub const fn kind(self) -> FaultKind {
        self.kind
    }

    /// Whether the work is done, as far as the service is concerned.
    #[must_use]
    pub fn work_is_done(self) -> bool {
        self.after || self.kind.manner() != Manner::Instead
    }

    pub(crate) fn is_after(self) -> bool {
        self.after
    }

    pub(crate) fn duration(self) -> Duration {
        self.lasting.unwrap_or_else(|| self.kind.default_lasting())
    }
}

#[cfg(test)]
mod tests;
