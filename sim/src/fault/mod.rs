//! Faults of a service, each with a name.

pub(crate) mod chaos;
mod parse;
mod table;

use std::time::Duration;

pub use parse::InvalidFault;
pub(crate) use parse::parse_duration;
pub use table::{FAULTS, FaultRow, FaultScope, fault_table};

/// A fault, with its moment and duration if it has them.
///
/// Its text form is as in [`FAULTS`]: `500-html`, `drop-after`, `slow-bytes 5s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SimFault {
    kind: FaultKind,
    after: bool,
    lasting: Option<Duration>,
}

/// What replaces or changes the regular response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// Another status, 200 or 400 to 599, with a body of some shape.
    Status(u16, BodyShape),
    /// 429, with or without `Retry-After`.
    Throttled(RetryAfter),
    /// 307 to an address that logs whether the client sent the key to it.
    Redirect,
    /// 500 with the Authorization header in the error text.
    EchoError,
    /// Nothing for a long time, then the regular response.
    Timeout,
    /// The connection is closed without a byte.
    Drop,
    /// The regular response, in small pieces.
    SlowBytes,
    /// Half of the regular response with the length of the whole, then the connection is closed.
    Truncated,
    /// The regular response with 64 MiB in an extra field.
    Huge,
    /// The regular response with 100,000 nested arrays.
    Deep,
    /// The regular response with fields that the contract does not have.
    UnknownFields,
    /// Visitors as if rows had moved down since the page before.
    ShiftedRows,
    /// Visitors with paths of more than 20,000 bytes.
    LongPaths,
    /// A job whose status the contract does not have.
    UnknownStatus,
    /// A job with only `id` and `status`; visitors without `hasMore`.
    MissingFields,
    /// A job with all but `id` and `status` null; visitors with null for the rows.
    NullFields,
    /// A job whose id changes the address when it is put into a path unencoded.
    HostileId,
    /// The regular response, with a content type of text.
    WrongType,
    /// The regular response with bytes that are not UTF-8.
    NotUtf8,
    /// The regular response with the Authorization header in a field.
    EchoBody,
    /// The regular response with the Authorization header in headers.
    EchoHeader,
}

/// Body of a [`FaultKind::Status`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyShape {
    /// `{"error": text}`, with `details` for 400 and 422; `{"ok": true}` for 200.
    Json,
    /// A proxy's error page.
    Html,
    Text,
    Empty,
}

/// `Retry-After` of a [`FaultKind::Throttled`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryAfter {
    Seconds,
    Date,
    Absent,
}

/// How a fault relates to the work of the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultEffect {
    /// It replaces the response, before the work, or after it if its name says so.
    Instead,
    /// It delays the work, or the response if its name says so.
    Delay,
    /// It changes the response, so the work is done.
    Alters,
}

impl FaultKind {
    pub(crate) const fn effect(self) -> FaultEffect {
        match self {
            Self::Status(..) | Self::Throttled(_) | Self::Redirect | Self::EchoError | Self::Drop => {
                FaultEffect::Instead
            }
            Self::Timeout => FaultEffect::Delay,
            Self::SlowBytes
            | Self::Truncated
            | Self::Huge
            | Self::Deep
            | Self::UnknownFields
            | Self::ShiftedRows
            | Self::LongPaths
            | Self::UnknownStatus
            | Self::MissingFields
            | Self::NullFields
            | Self::HostileId
            | Self::WrongType
            | Self::NotUtf8
            | Self::EchoBody
            | Self::EchoHeader => FaultEffect::Alters,
        }
    }

    /// The default duration of a delay or of `Retry-After`.
    fn default_lasting(self) -> Duration {
        match self {
            Self::Timeout => Duration::from_secs(600),
            Self::SlowBytes => Duration::from_secs(10),
            Self::Throttled(_) => Duration::from_secs(30),
            _ => Duration::ZERO,
        }
    }
}

impl SimFault {
    /// A fault of this kind. If the moment can be chosen, it is before the work.
    #[must_use]
    pub const fn new(kind: FaultKind) -> Self {
        Self { kind, after: false, lasting: None }
    }

    /// A JSON error with this status: 400 to 599.
    #[must_use]
    pub const fn status(status: u16) -> Self {
        Self::new(FaultKind::Status(status, BodyShape::Json))
    }

    /// The fault after the work: the job is created, but the caller does not see it. It makes no
    /// difference to faults that change the regular response, because they follow the work anyway.
    #[must_use]
    pub const fn after_the_work(self) -> Self {
        Self { after: !matches!(self.kind.effect(), FaultEffect::Alters), ..self }
    }

    /// The fault with this duration of the delay or of `Retry-After`.
    #[must_use]
    pub const fn lasting(self, duration: Duration) -> Self {
        Self { lasting: Some(duration), ..self }
    }

    #[must_use]
    pub const fn kind(self) -> FaultKind {
        self.kind
    }

    /// Whether the service does the work.
    #[must_use]
    pub fn work_is_done(self) -> bool {
        self.after || self.kind.effect() != FaultEffect::Instead
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
