//! The formats of exported files.

/// A format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    /// The format of spreadsheets.
    Csv,
    /// The format with everything that is known of the rows.
    Ndjson,
}

impl ExportFormat {
    /// Its name in requests, and the extension of its files.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }
}
