use docket_wire::{InvalidParameter, RowsQuery, whole_number};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// For spreadsheets: lines that begin with `#` describe the file and say whether it is complete.
    Csv,
    /// For programs that read CSV: the header and rows only.
    PlainCsv,
    /// One JSON value per line: a description, the rows, and whether the file is complete.
    Ndjson,
}

impl FileFormat {
    /// The extension of the file's name.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv | Self::PlainCsv => "csv",
            Self::Ndjson => "ndjson",
        }
    }
}

/// The validated query of an export, without the range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportQuery {
    pub format: FileFormat,
    /// The filter and order of the rows.
    pub rows: RowsQuery,
    /// The id of the table with which the export resumes.
    pub table: Option<i64>,
    /// The number of its rows that earlier parts of the file have; `None` if there are no earlier parts.
    pub row: Option<u64>,
}

impl ExportQuery {
    /// Reads decoded query parameters and ignores unknown ones. An export has all rows, so `offset` and `limit` have no
    /// effect.
    ///
    /// # Errors
    /// Names the first invalid parameter.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Result<Self, InvalidParameter> {
        let rows = RowsQuery::from_pairs(pairs.clone())?;
        let (mut format, mut table, mut row) = (FileFormat::Csv, None, None);
        let mut is_plain = false;
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match (name, value) {
                ("format", "csv") => format = FileFormat::Csv,
                ("format", "ndjson") => format = FileFormat::Ndjson,
                ("format", _) => return Err(invalid("format", "must be csv or ndjson")),
                ("plain", "1") => is_plain = true,
                ("plain", _) => return Err(invalid("plain", "must be 1")),
                ("table", _) => {
                    let number = whole_number(value).and_then(|table| i64::try_from(table).ok());
                    let number = number.filter(|table| *table > 0);
                    table = Some(number.ok_or_else(|| invalid("table", "must be the id of a table"))?);
                }
                ("row", _) => {
                    row = Some(whole_number(value).ok_or_else(|| invalid("row", "must be a whole number"))?);
                }
                _ => {}
            }
        }
        if row.is_some() && table.is_none() {
            return Err(invalid("row", "requires the parameter table"));
        }
        match format {
            FileFormat::Csv if is_plain => format = FileFormat::PlainCsv,
            _ if is_plain => return Err(invalid("plain", "does not combine with format=ndjson")),
            _ => {}
        }
        Ok(Self { format, rows, table, row })
    }

    /// The `Content-Type` of the file, or of the part of it that follows earlier ones.
    pub(super) fn content_type(&self) -> &'static str {
        match (self.format, self.row) {
            (FileFormat::Csv | FileFormat::PlainCsv, None) => "text/csv; charset=utf-8; header=present",
            (FileFormat::Csv | FileFormat::PlainCsv, Some(_)) => "text/csv; charset=utf-8; header=absent",
            (FileFormat::Ndjson, _) => "application/x-ndjson; charset=utf-8",
        }
    }

    /// The number of rows that earlier parts of the file have.
    pub(super) fn rows_before(&self) -> u64 {
        self.row.unwrap_or_default()
    }
}

fn invalid(field: &'static str, rule: &str) -> InvalidParameter {
    InvalidParameter { field, rule: rule.to_owned() }
}
