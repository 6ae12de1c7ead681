//! The rows of a view, or folders, as a file that says what it holds.

use std::fmt::Write as _;

use docket_wire::{
    CSV_MARK, DateOrTime, Folder, ProjectId, Rows, RowsQuery, Span, VisitorRow, VisitorTotals,
    spreadsheet_cell,
};
use serde::Serialize;

use super::format::ExportFormat;

/// What a table of paths shows, to be saved as a file.
#[derive(Debug)]
pub(crate) struct RowsFile {
    pub project: ProjectId,
    pub span: Span,
    /// The days that the view compares with.
    pub compared: Option<Span>,
    /// View, filter, order and grouping.
    pub query: RowsQuery,
    /// All rows or folders that match.
    pub rows: Rows,
}

/// A page as a line of JSON.
#[derive(Serialize)]
struct PageLine<'a> {
    path: &'a str,
    human: u64,
    ai: u64,
    total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a VisitorTotals>,
}

impl RowsFile {
    /// The name of the file, which says what it holds: `visitors-acme-docs-falling-2026-10-01-to-2026-10-31.csv`.
    pub(crate) fn name(&self, format: ExportFormat) -> String {
        let Self { project, span, query, rows, .. } = self;
        let what = query.view.map_or(if query.by_folder { "folders" } else { "paths" }, |view| view.as_str());
        let filtered = if query.has_filter() { "-filtered" } else { "" };
        let so_far = if self.compares_with_longer() { "-so-far" } else { "" };
        let part = if rows.complete { String::new() } else { format!("-of-first-{}-paths", rows.loaded) };
        let (from, to, extension) = (span.from(), span.to(), format.as_str());
        format!("visitors-{project}-{what}{filtered}{part}-{from}-to-{to}{so_far}.{extension}")
    }

    /// Whether days that were not over yet are compared with whole ones.
    fn compares_with_longer(&self) -> bool {
        self.rows.compared.as_ref().is_some_and(|compared| compared.longer)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.rows.len() + self.rows.folders.len()
    }

    /// The file.
    pub(crate) fn text(&self, format: ExportFormat) -> String {
        match format {
            ExportFormat::Csv => self.csv(),
            ExportFormat::Ndjson => self.ndjson(),
        }
    }

    /// A table for spreadsheets.
    fn csv(&self) -> String {
        let mut text = CSV_MARK.to_string();
        if self.query.by_folder {
            text.push_str("folder,pages,human_at_least,ai_at_least,total_at_least\n");
            for Folder { folder, pages, at_least } in &self.rows.folders {
                let VisitorTotals { human, ai, total } = at_least;
                let _ = writeln!(text, "{},{pages},{human},{ai},{total}", spreadsheet_cell(folder));
            }
            return text;
        }
        text.push_str("path,human,ai,total");
        text.push_str(if self.rows.compared.is_some() {
            ",human_before,ai_before,total_before\n"
        } else {
            "\n"
        });
        for (VisitorRow { path, human, ai, total }, before) in self.pages() {
            let _ = write!(text, "{},{human},{ai},{total}", spreadsheet_cell(path));
            if let Some(VisitorTotals { human, ai, total }) = before {
                let _ = write!(text, ",{human},{ai},{total}");
            }
            text.push('\n');
        }
        text
    }

    /// One JSON value per line: a description, the rows, and how many there are.
    fn ndjson(&self) -> String {
        let mut text = format!("{{\"docket\":{{{}}}}}\n", self.facts().join(","));
        for folder in &self.rows.folders {
            let _ = writeln!(text, "{}", json(folder));
        }
        for (VisitorRow { path, human, ai, total }, before) in self.pages() {
            let _ =
                writeln!(text, "{}", json(&PageLine { path, human: *human, ai: *ai, total: *total, before }));
        }
        let _ = writeln!(text, "{{\"rows\":{},\"end\":true}}", self.len());
        text
    }

    /// Each row, with its visitors in the compared span.
    fn pages(&self) -> impl Iterator<Item = (&VisitorRow, Option<&VisitorTotals>)> {
        let before = self.rows.compared.as_ref().map(|compared| compared.rows.as_slice()).unwrap_or_default();
        self.rows.rows.iter().enumerate().map(|(index, row)| (row, before.get(index)))
    }

    /// What the file holds, as members of a JSON object.
    fn facts(&self) -> Vec<String> {
        let Self { project, span, compared, query, rows } = self;
        let mut texts = vec![
            ("project", project.to_string()),
            ("from", span.from().to_string()),
            ("to", span.to().to_string()),
            ("zone", span.zone().to_string()),
        ];
        if let Some(compared) = compared {
            texts.push(("comparedFrom", compared.from().to_string()));
            texts.push(("comparedTo", compared.to().to_string()));
        }
        texts.extend(query.pairs());
        texts.push(("fetchedFrom", DateOrTime::from_unix_ms(rows.fetched_from).to_string()));
        texts.push(("fetchedTo", DateOrTime::from_unix_ms(rows.fetched_to).to_string()));
        let texts = texts.iter().map(|(name, value)| format!("\"{name}\":{}", json(value)));
        let loaded = [format!("\"loaded\":{}", rows.loaded), format!("\"complete\":{}", rows.complete)];
        let longer = self.compares_with_longer().then(|| "\"comparedLonger\":true".to_owned());
        texts.chain(loaded).chain(longer).collect()
    }
}

/// Serializing these types cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use docket_wire::{ComparedRows, RowsView, ZoneName};

    use super::*;
    use crate::sample;

    fn file(query: RowsQuery) -> RowsFile {
        let day = |text: &str| text.parse().unwrap();
        let span = |from, to| Span::new(day(from), day(to), ZoneName::utc()).unwrap();
        let (span, compared) = (span("2026-10-01", "2026-10-31"), span("2026-08-31", "2026-09-30"));
        let row = |path: &str| VisitorRow { path: path.to_owned(), human: 7, ai: 3, total: 9 };
        let before = VisitorTotals { human: 70, ai: 30, total: 90 };
        let rows = sample::rows(vec![row("/a"), row("=1+1")]);
        let has_comparison = query.needs_comparison();
        let compared_rows = ComparedRows {
            interval: rows.interval.clone(),
            rows: vec![before, before],
            loaded: 2,
            complete: true,
            longer: false,
            backfill: None,
            backfill_error: None,
            cost: None,
        };
        let rows = Rows { compared: has_comparison.then_some(compared_rows), ..rows };
        let compared = has_comparison.then_some(compared);
        RowsFile { project: "docs".parse().unwrap(), span, compared, query, rows }
    }

    #[test]
    fn a_view_that_compares_has_both_periods() {
        let query =
            RowsQuery { view: Some(RowsView::Falling), text: Some("a \"b\"".into()), ..RowsQuery::default() };
        let file = file(query);
        assert_eq!(
            file.name(ExportFormat::Csv),
            "visitors-docs-falling-filtered-2026-10-01-to-2026-10-31.csv"
        );
        assert_eq!(
            file.csv(),
            "\u{feff}path,human,ai,total,human_before,ai_before,total_before\n\"/a\",7,3,9,70,30,90\n\"'=1+1\",7,3,9,70,30,90\n"
        );
        let ndjson = file.ndjson();
        let lines: Vec<serde_json::Value> =
            ndjson.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [head, first, second, end] = lines.as_slice() else { panic!("{ndjson}") };
        let head = &head["docket"];
        assert_eq!((&head["view"], &head["q"]), (&"falling".into(), &"a \"b\"".into()));
        assert_eq!((&head["comparedFrom"], &head["complete"]), (&"2026-08-31".into(), &true.into()));
        assert_eq!((&first["path"], &first["before"]["total"]), (&"/a".into(), &90.into()));
        assert_eq!(second["path"], "=1+1");
        assert_eq!((&end["rows"], &end["end"]), (&2.into(), &true.into()));
    }

    #[test]
    fn a_file_says_that_unfinished_days_are_compared_with_whole_ones() {
        let mut file = file(RowsQuery { view: Some(RowsView::Falling), ..RowsQuery::default() });
        assert!(!file.ndjson().contains("comparedLonger"));
        file.rows.compared.iter_mut().for_each(|compared| compared.longer = true);
        assert_eq!(file.name(ExportFormat::Csv), "visitors-docs-falling-2026-10-01-to-2026-10-31-so-far.csv");
        assert!(file.ndjson().contains("\"complete\":true,\"comparedLonger\":true}}\n"));
    }

    #[test]
    fn a_view_of_loaded_paths_says_of_how_many() {
        let mut file = file(RowsQuery { view: Some(RowsView::ReadByAi), ..RowsQuery::default() });
        (file.rows.complete, file.rows.loaded) = (false, 250);
        assert_eq!(
            file.name(ExportFormat::Csv),
            "visitors-docs-ai-of-first-250-paths-2026-10-01-to-2026-10-31.csv"
        );
        assert!(file.csv().contains("path,human,ai,total\n\"/a\",7,3,9\n"));
        assert!(file.ndjson().contains("\"loaded\":250,\"complete\":false"));
    }

    #[test]
    fn folders_have_the_least_visitors() {
        let mut file = file(RowsQuery { by_folder: true, ..RowsQuery::default() });
        let at_least = VisitorTotals { human: 7, ai: 3, total: 9 };
        file.rows.rows.clear();
        file.rows.folders = vec![Folder { folder: "/guides/".into(), pages: 12, at_least }];
        assert_eq!(file.name(ExportFormat::Ndjson), "visitors-docs-folders-2026-10-01-to-2026-10-31.ndjson");
        assert!(file.csv().ends_with("total_at_least\n\"/guides/\",12,7,3,9\n"));
        assert!(file.ndjson().contains("\"atLeast\":{\"human\":7"));
        assert_eq!(file.len(), 1);
    }
}
