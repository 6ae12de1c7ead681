//! Tables as files: CSV for spreadsheets, CSV for programs, and NDJSON.
//!
//! A file is written piece by piece, and may break off after the status was sent: so it ends with a line that says that
//! it is whole, or why it is not and how to go on.

mod csv;
mod query;

use docket_wire::{DatePoint, ProjectId, Span, UnixMs, VisitorRow};

use super::tables::{Subject, Table};

pub use query::{ExportQuery, Format};

/// What a file says about itself in the beginning: names, and values as JSON.
type Facts = Vec<(&'static str, String)>;

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
    pub fn head(&self, span: &Span, subject: &Subject, query: &ExportQuery, table: &Table) -> String {
        let facts = facts(&subject.project, span, subject, query, table);
        match self.format {
            Format::Csv => csv::head(&facts),
            Format::PlainCsv => csv::HEADER.to_owned(),
            Format::Ndjson => format!("{{\"docket\":{}}}\n", object(&facts)),
        }
    }

    /// Writes rows.
    pub fn write(&mut self, rows: &[VisitorRow], text: &mut String) {
        self.rows = self.rows.saturating_add(u64::try_from(rows.len()).unwrap_or(u64::MAX));
        for row in rows {
            if self.format == Format::Ndjson {
                // A row has nothing in it that could not be written.
                text.push_str(&serde_json::to_string(row).unwrap_or_default());
                text.push('\n');
            } else {
                csv::row(row, text);
            }
        }
    }

    /// Its last line. None for plain CSV, which has no place for one: if that is not whole, it must be broken off.
    #[must_use]
    pub fn end(&self, end: End, table: &Table) -> Option<String> {
        let (is_whole, retry_after_s) = match end {
            End::Whole => (true, None),
            End::Cut { retry_after_s } => (false, retry_after_s),
        };
        let mut facts: Facts = vec![
            ("end", is_whole.to_string()),
            ("rows", self.rows.to_string()),
            ("shifted", table.shifted.to_string()),
            ("totalsChanged", table.totals_changed.to_string()),
            ("askedTo", moment(table.asked_to)),
        ];
        if !is_whole {
            facts.push(("table", quoted(&table.id.to_string())));
        }
        facts.extend(retry_after_s.map(|seconds| ("retryAfterS", seconds.to_string())));
        match self.format {
            Format::Csv => Some(csv::end(&facts)),
            Format::PlainCsv => None,
            Format::Ndjson => Some(object(&facts) + "\n"),
        }
    }
}

fn facts(project: &ProjectId, span: &Span, subject: &Subject, query: &ExportQuery, table: &Table) -> Facts {
    let day = |day: docket_wire::Day| quoted(&day.to_string());
    let mut facts: Facts = vec![
        ("project", quoted(project.as_str())),
        ("from", day(span.from())),
        ("to", day(span.to())),
        ("zone", quoted(span.zone().as_str())),
        ("dateFrom", quoted(&subject.interval.from.to_string())),
        ("dateTo", quoted(&subject.interval.to.to_string())),
        ("askedFrom", moment(table.asked_from)),
        ("siteHuman", table.totals.human.to_string()),
        ("siteAi", table.totals.ai.to_string()),
        ("siteTotal", table.totals.total.to_string()),
    ];
    for (name, value) in query.rows.pairs() {
        if ["sort", "order", "q", "prefix"].contains(&name) {
            facts.push((name, quoted(&value)));
        }
    }
    facts.push(("table", quoted(&table.id.to_string())));
    facts
}

fn moment(at: UnixMs) -> String {
    quoted(&DatePoint::moment(at).to_string())
}

fn quoted(text: &str) -> String {
    // A text can always be written.
    serde_json::to_string(text).unwrap_or_default()
}

fn object(facts: &Facts) -> String {
    let members: Vec<String> = facts.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}
