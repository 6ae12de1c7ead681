//! The text of an export. It is streamed, and can be interrupted after the HTTP status was sent, so its last line says
//! whether the file is complete and, if not, how to resume it.

use docket_wire::{CSV_MARK, DateOrTime, Span, VisitorRow, csv_cell, spreadsheet_cell};

use super::{ExportQuery, FileFormat, csv};
use crate::analytics::tables::{Table, TableKey};

/// How a file ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportEnd {
    /// It has all rows.
    Complete,
    /// The next page could not be loaded.
    Interrupted {
        /// Seconds after which resuming may succeed, if they are known.
        retry_after_s: Option<u64>,
    },
}

/// A file that is being written.
#[derive(Debug)]
pub struct ExportWriter {
    format: FileFormat,
    /// Rows written so far, earlier parts included.
    rows: u64,
}

impl ExportWriter {
    /// A file that continues after `rows` rows.
    #[must_use]
    pub fn resume_after(format: FileFormat, rows: u64) -> Self {
        Self { format, rows }
    }

    /// Rows written so far, earlier parts included.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The lines before the rows: what the file is about, and the header of the columns.
    #[must_use]
    pub fn head(&self, span: &Span, key: &TableKey, query: &ExportQuery, table: &Table) -> String {
        let mut metadata = ExportMetadata::new(self.format, "{\"docket\":{");
        metadata.text("project", key.project.as_str());
        metadata.text("from", &span.from().to_string());
        metadata.text("to", &span.to().to_string());
        metadata.text("zone", span.zone().as_str());
        metadata.text("dateFrom", &key.interval.from.to_string());
        metadata.text("dateTo", &key.interval.to.to_string());
        metadata.text("fetchedFrom", &DateOrTime::from_unix_ms(table.fetched_from).to_string());
        metadata.number("siteHuman", table.totals.human);
        metadata.number("siteAi", table.totals.ai);
        metadata.number("siteTotal", table.totals.total);
        if let Some(sort) = query.rows.sort {
            metadata.text("sort", sort.as_str());
            metadata.text("order", if query.rows.is_descending() { "desc" } else { "asc" });
        }
        for (name, filter) in [("q", &query.rows.text), ("prefix", &query.rows.prefix)] {
            if let Some(filter) = filter {
                metadata.text(name, filter);
            }
        }
        metadata.text("table", &table.id.to_string());
        match self.format {
            FileFormat::Csv => format!("{CSV_MARK}{}{}", metadata.done(""), csv::HEADER),
            FileFormat::PlainCsv => csv::HEADER.to_owned(),
            FileFormat::Ndjson => metadata.done("}}\n"),
        }
    }

    /// Counts so many rows fewer, because no earlier part of the file can have them.
    pub fn subtract_rows(&mut self, rows: u64) {
        self.rows = self.rows.saturating_sub(rows);
    }

    /// Appends rows to `text`, and counts them.
    pub fn write(&mut self, rows: &[VisitorRow], text: &mut String) {
        for row in rows {
            self.rows = self.rows.saturating_add(1);
            match self.format {
                FileFormat::Csv => csv::row(&spreadsheet_cell(&row.path), row, text),
                FileFormat::PlainCsv => csv::row(&csv_cell(&row.path), row, text),
                FileFormat::Ndjson => {
                    // Serializing a row cannot fail.
                    text.push_str(&serde_json::to_string(row).unwrap_or_default());
                    text.push('\n');
                }
            }
        }
    }

    /// The end of the file. Its last value says whether the file is complete. Plain CSV has no such end, so the caller breaks the
    /// connection if the file is incomplete.
    #[must_use]
    pub fn end(&self, end: ExportEnd, table: &Table) -> String {
        let mut metadata = ExportMetadata::new(self.format, "{");
        metadata.number("rows", self.rows);
        metadata.number("duplicatesDropped", table.duplicates_dropped);
        metadata.bool("totalsChanged", table.totals_changed);
        metadata.text("fetchedTo", &DateOrTime::from_unix_ms(table.fetched_to).to_string());
        if let ExportEnd::Interrupted { retry_after_s } = end {
            metadata.text("table", &table.id.to_string());
            if let Some(seconds) = retry_after_s {
                metadata.number("retryAfterS", seconds);
            }
        }
        metadata.bool("end", end == ExportEnd::Complete);
        metadata.done("}\n")
    }
}

/// Metadata of a file: comment lines in CSV, one JSON value in NDJSON.
struct ExportMetadata {
    format: FileFormat,
    text: String,
}

impl ExportMetadata {
    fn new(format: FileFormat, json: &str) -> Self {
        let text = if format == FileFormat::Ndjson { json.to_owned() } else { String::new() };
        Self { format, text }
    }

    fn text(&mut self, name: &str, value: &str) {
        // Serializing a text cannot fail.
        self.value(name, &serde_json::to_string(value).unwrap_or_default());
    }

    fn number(&mut self, name: &str, value: u64) {
        self.value(name, &value.to_string());
    }

    fn bool(&mut self, name: &str, value: bool) {
        self.value(name, if value { "true" } else { "false" });
    }

    fn value(&mut self, name: &str, json: &str) {
        match self.format {
            FileFormat::Csv => self.text.extend(["# ", name, ": ", &csv::one_cell(json), "\n"]),
            FileFormat::PlainCsv => {}
            FileFormat::Ndjson => {
                let separator = if self.text.ends_with('{') { "\"" } else { ",\"" };
                self.text.extend([separator, name, "\":", json]);
            }
        }
    }

    fn done(mut self, json: &str) -> String {
        if self.format == FileFormat::Ndjson {
            self.text.push_str(json);
        }
        self.text
    }
}
