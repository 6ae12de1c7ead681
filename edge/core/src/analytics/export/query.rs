use docket_wire::{InvalidParameter, RowsQuery};

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people with spreadsheets: lines that begin with `#` say what it is and whether it is whole.
    Csv,
    /// For programs that read CSV: a header and rows, and nothing else.
    PlainCsv,
    /// A JSON value a line: what it is, the rows, and whether it is whole.
    Ndjson,
}

impl Format {
    /// The type of its content.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Csv | Self::PlainCsv => "text/csv; charset=utf-8; header=present",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// The end of a file's name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv | Self::PlainCsv => "csv",
            Self::Ndjson => "ndjson",
        }
    }
}

/// The query of an export, without the range; checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportQuery {
    /// As what.
    pub format: Format,
    /// Which rows, in which order.
    pub rows: RowsQuery,
    /// Go on with this table.
    pub table: Option<i64>,
    /// Behind so many of its rows.
    pub row: u64,
}

impl ExportQuery {
    /// Reads decoded query parameters. Those of others are left out: an export has all rows, whatever the page.
    ///
    /// # Errors
    /// Names the first parameter that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidParameter> {
        let rows = RowsQuery::from_pairs(pairs.clone())?;
        let (mut format, mut table, mut row) = (Format::Csv, None, 0);
        let mut is_plain = false;
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match (name, value) {
                ("format", "csv") => format = Format::Csv,
                ("format", "ndjson") => format = Format::Ndjson,
                ("format", _) => return Err(invalid("format", "must be csv or ndjson")),
                ("plain", _) => is_plain = value == "1",
                ("table", _) => {
                    let number = value.parse().ok().filter(|table| *table > 0);
                    table = Some(number.ok_or_else(|| invalid("table", "must be the name of a table"))?);
                }
                ("row", _) => {
                    row =
                        value.parse().map_err(|_| invalid("row", "must be a whole number of at least 0"))?;
                }
                _ => {}
            }
        }
        if row > 0 && table.is_none() {
            return Err(invalid("row", "needs the table that it is in"));
        }
        if is_plain && format == Format::Csv {
            format = Format::PlainCsv;
        }
        Ok(Self { format, rows, table, row })
    }
}

fn invalid(field: &'static str, rule: &str) -> InvalidParameter {
    InvalidParameter { field, rule: rule.to_owned() }
}
