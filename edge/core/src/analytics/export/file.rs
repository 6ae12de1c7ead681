//! A file is written chunk by chunk, and may break off after the status was sent: so it ends with a line that says that
//! it is whole, or that it is not and how to resume.

use docket_wire::{DateOrTime, Span, VisitorRow};

use super::{ExportQuery, Format, csv};
use crate::analytics::tables::{Table, TableKey};

/// How a file came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All rows are written.
    Whole,
    /// The service could not be asked for the next page. Another try may be worth it after so many seconds.
    Cut {
        /// Seconds, where they are known.
        retry_after_s: Option<u64>,
    },
}

/// One file being written.
#[derive(Debug)]
pub struct File {
    format: Format,
    /// Rows in it so far, those of earlier parts included.
    rows: u64,
}

impl File {
    /// A file that goes on behind so many rows.
    #[must_use]
    pub fn behind(format: Format, rows: u64) -> Self {
        Self { format, rows }
    }

    /// Rows in it so far, those of earlier parts included.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Its beginning.
    #[must_use]
    pub fn head(&self, span: &Span, subject: &TableKey, query: &ExportQuery, table: &Table) -> String {
        let mut facts = Facts::new(self.format, "{\"docket\":{");
        facts.text("project", subject.project.as_str());
        facts.text("from", &span.from().to_string());
        facts.text("to", &span.to().to_string());
        facts.text("zone", span.zone().as_str());
        facts.text("dateFrom", &subject.interval.from.to_string());
        facts.text("dateTo", &subject.interval.to.to_string());
        facts.text("fetchedFrom", &DateOrTime::moment(table.fetched_from).to_string());
        facts.number("siteHuman", table.totals.human);
        facts.number("siteAi", table.totals.ai);
        facts.number("siteTotal", table.totals.total);
        if let Some(sort) = query.rows.sort {
            facts.text("sort", sort.word());
            facts.text("order", if query.rows.is_descending() { "desc" } else { "asc" });
        }
        for (name, filter) in [("q", &query.rows.text), ("prefix", &query.rows.prefix)] {
            if let Some(filter) = filter {
                facts.text(name, filter);
            }
        }
        facts.text("table", &table.id.to_string());
        match self.format {
            Format::Csv => format!("{}{}{}", csv::BYTE_ORDER_MARK, facts.done(""), csv::HEADER),
            Format::PlainCsv => csv::HEADER.to_owned(),
            Format::Ndjson => facts.done("}}\n"),
        }
    }

    /// Writes rows.
    pub fn write(&mut self, rows: &[VisitorRow], text: &mut String) {
        for row in rows {
            self.rows = self.rows.saturating_add(1);
            if self.format == Format::Ndjson {
                // A row has nothing in it that could not be written.
                text.push_str(&serde_json::to_string(row).unwrap_or_default());
                text.push('\n');
            } else {
                csv::row(row, text);
            }
        }
    }

    /// Its end, of which the last word says whether it is whole. Empty for plain CSV, which has no place for it: if that
    /// is not whole, it must be broken off.
    #[must_use]
    pub fn end(&self, end: End, table: &Table) -> String {
        let mut facts = Facts::new(self.format, "{");
        facts.number("rows", self.rows);
        facts.number("duplicatesDropped", table.duplicates_dropped);
        facts.bool("totalsChanged", table.totals_changed);
        facts.text("fetchedTo", &DateOrTime::moment(table.fetched_to).to_string());
        if let End::Cut { retry_after_s } = end {
            facts.text("table", &table.id.to_string());
            if let Some(seconds) = retry_after_s {
                facts.number("retryAfterS", seconds);
            }
        }
        facts.bool("end", end == End::Whole);
        facts.done("}\n")
    }
}

/// What a file says about itself: a line each in CSV, together one value in NDJSON.
struct Facts {
    format: Format,
    text: String,
}

impl Facts {
    fn new(format: Format, json: &str) -> Self {
        let text = if format == Format::Ndjson { json.to_owned() } else { String::new() };
        Self { format, text }
    }

    fn text(&mut self, name: &str, value: &str) {
        // A text can always be written.
        self.fact(name, &serde_json::to_string(value).unwrap_or_default());
    }

    fn number(&mut self, name: &str, value: u64) {
        self.fact(name, &value.to_string());
    }

    fn bool(&mut self, name: &str, value: bool) {
        self.fact(name, if value { "true" } else { "false" });
    }

    fn fact(&mut self, name: &str, json: &str) {
        match self.format {
            Format::Csv => self.text.extend(["# ", name, ": ", &csv::one_cell(json), "\n"]),
            Format::PlainCsv => {}
            Format::Ndjson => {
                let between = if self.text.ends_with('{') { "\"" } else { ",\"" };
                self.text.extend([between, name, "\":", json]);
            }
        }
    }

    fn done(mut self, json: &str) -> String {
        if self.format == Format::Ndjson {
            self.text.push_str(json);
        }
        self.text
    }
}
