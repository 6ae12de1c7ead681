//! The text of exports.

use docket_core::analytics::export::{
    ExportChunk, ExportEnd, ExportQuery, ExportStart, ExportWriter, FileFormat,
};
use docket_core::analytics::tables::{Table, TableKey};
use docket_core::analytics::{LookupOptions, Operation, OperationStep};
use docket_wire::{Interval, Span, UnixMs, Utc, VisitorRow, VisitorTotals, ZoneName};
use proptest::prelude::*;
use serde_json::{Value, json};

/// 2026-11-20T12:00:00Z.
const NOON: UnixMs = UnixMs(1_795_176_000_000);

fn span() -> Span {
    Span::new("2026-10-01".parse().unwrap(), "2026-10-31".parse().unwrap(), ZoneName::utc()).unwrap()
}

fn key() -> TableKey {
    TableKey::new("acme-docs".parse().unwrap(), Interval::of(&span(), &Utc).unwrap())
}

fn table() -> Table {
    Table {
        id: 42,
        is_settled: true,
        last_page: Some(0),
        pages: 1,
        rows: 2,
        duplicates_dropped: 1,
        totals: VisitorTotals { human: 7, ai: 2, total: 8 },
        totals_changed: false,
        fetched_from: NOON,
        fetched_to: NOON.plus_ms(61_000),
    }
}

fn query(pairs: &[(&'static str, &str)]) -> ExportQuery {
    ExportQuery::from_pairs(pairs.iter().copied()).unwrap()
}

/// A complete file.
fn file(query: &ExportQuery, rows: &[VisitorRow]) -> String {
    let mut file = ExportWriter::resume_after(query.format, query.row.unwrap_or_default());
    let mut text = file.head(&span(), &key(), query, &table());
    file.write(rows, &mut text);
    text + &file.end(ExportEnd::Complete, &table())
}

fn row(path: &str, count: u64) -> VisitorRow {
    VisitorRow { path: path.to_owned(), human: count, ai: count / 2, total: count }
}

#[test]
fn csv_describes_itself_and_says_that_it_is_complete() {
    let query = query(&[("format", "csv"), ("sort", "ai"), ("order", "asc"), ("prefix", "/g")]);
    let rows = [row("/a", 7), row("/b,\"c\"\n", 1 << 53)];
    assert_eq!(
        file(&query, &rows),
        "\u{feff}# project: acme-docs\n# from: 2026-10-01\n# to: 2026-10-31\n# zone: UTC\n\
         # dateFrom: 2026-10-01\n# dateTo: 2026-11-01\n# fetchedFrom: 2026-11-20T12:00:00Z\n\
         # siteHuman: 7\n# siteAi: 2\n# siteTotal: 8\n# sort: ai\n# order: asc\n# prefix: /g\n# table: 42\n\
         path,human,ai,total\n\"/a\",7,3,7\n\"/b,\"\"c\"\"\n\",9007199254740992,4503599627370496,9007199254740992\n\
         # rows: 2\n# duplicatesDropped: 1\n# totalsChanged: false\n# fetchedTo: 2026-11-20T12:01:01Z\n# end: true\n"
    );
}

#[test]
fn plain_csv_has_the_header_and_rows_only() {
    let query = query(&[("plain", "1")]);
    assert_eq!(query.format, FileFormat::PlainCsv);
    assert_eq!(file(&query, &[row("/a", 7)]), "path,human,ai,total\n\"/a\",7,3,7\n");
    // A program gets the path as it is, and no spreadsheet reads the file.
    assert_eq!(file(&query, &[row("=1+1", 7)]), "path,human,ai,total\n\"=1+1\",7,3,7\n");
}

#[test]
fn ndjson_has_one_value_per_line() {
    let query = query(&[("format", "ndjson"), ("q", "a\n;,=1")]);
    let text = file(&query, &[row("=a\u{2028}", 7)]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["docket"]["q"], "a\n;,=1");
    assert_eq!(lines[0]["docket"]["siteTotal"], 8);
    assert_eq!(lines[1], json!({ "path": "=a\u{2028}", "human": 7, "ai": 3, "total": 7 }));
    assert_eq!(
        lines[2],
        json!({ "end": true, "rows": 1, "duplicatesDropped": 1, "totalsChanged": false, "fetchedTo": "2026-11-20T12:01:01Z" })
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn an_interrupted_file_says_how_to_resume_it() {
    let mut file = ExportWriter::resume_after(FileFormat::Ndjson, 500);
    file.write(&[row("/a", 1)], &mut String::new());
    let end = file.end(ExportEnd::Interrupted { retry_after_s: Some(9) }, &table());
    let end: Value = serde_json::from_str(&end).unwrap();
    assert_eq!((&end["end"], &end["rows"]), (&json!(false), &json!(501)));
    assert_eq!((&end["table"], &end["retryAfterS"]), (&json!("42"), &json!(9)));
    let csv = ExportWriter::resume_after(FileFormat::Csv, 0)
        .end(ExportEnd::Interrupted { retry_after_s: None }, &table());
    assert_eq!(
        csv,
        "# rows: 0\n# duplicatesDropped: 1\n# totalsChanged: false\n# fetchedTo: 2026-11-20T12:01:01Z\n# table: 42\n# end: false\n"
    );
}

#[test]
fn a_resumed_file_counts_no_rows_that_there_are_not() {
    let analytics = crate::tables::open();
    let rows = [row("/a", 1), row("/b", 2), row("/guide", 3)];
    let table = crate::tables::filled(analytics.tables(), &key(), &rows).id.to_string();
    let end_of = |pairs: &[(&'static str, &str)]| {
        let query = query(&[pairs, &[("format", "ndjson"), ("table", &table)]].concat());
        let mut start = ExportStart::new(key(), span(), query, LookupOptions::person());
        let Ok(OperationStep::Done(mut run)) = start.step(&analytics, NOON) else { panic!("no start") };
        let mut text = String::new();
        while let OperationStep::Done(ExportChunk::Text(chunk)) = run.step(&analytics, NOON).unwrap() {
            text += &chunk;
        }
        serde_json::from_str::<Value>(text.lines().last().unwrap()).unwrap()["rows"].clone()
    };
    assert_eq!(end_of(&[("prefix", "/g"), ("row", "3")]), 1);
    assert_eq!(end_of(&[("prefix", "/g"), ("row", "1")]), 1);
    assert_eq!(end_of(&[("row", "9")]), 3);
    assert_eq!(end_of(&[("row", "2")]), 3);
}

#[test]
fn a_file_is_not_resumed_beyond_its_end() {
    let analytics = crate::tables::open();
    let rows = [row("/a", 1), row("/b", 2), row("/guide", 3)];
    let table = crate::tables::filled(analytics.tables(), &key(), &rows).id.to_string();
    for (pairs, exceeded) in [
        (&[("row", "3")][..], None),
        (&[("row", "4")], Some(3)),
        (&[("q", "/b"), ("row", "1")], None),
        (&[("q", "/b"), ("row", "2")], Some(1)),
        (&[("prefix", "/none"), ("row", "1")], Some(0)),
        (&[("sort", "human"), ("row", "3")], None),
    ] {
        let query = query(&[pairs, &[("table", &table)]].concat());
        let mut start = ExportStart::new(key(), span(), query, LookupOptions::person());
        let Ok(OperationStep::Done(run)) = start.step(&analytics, NOON) else { panic!("no start") };
        assert_eq!(run.rows_exceeded(&analytics).unwrap(), exceeded, "{pairs:?}");
    }
}

#[test]
fn a_file_is_not_resumed_beyond_the_rows_that_are_loaded() {
    let analytics = crate::tables::open();
    let table = analytics.tables().begin(&key(), NOON).unwrap();
    let page = crate::tables::page(&[row("/a", 1), row("/b", 2)], true);
    analytics.tables().put_page(table.id, &key(), 0, &page, NOON).unwrap();
    let table = table.id.to_string();
    for (pairs, exceeded) in [
        (&[("row", "2")][..], None),
        (&[("row", "3")], Some(2)),
        (&[("sort", "path"), ("row", "1")], Some(0)),
    ] {
        let query = query(&[pairs, &[("table", &table)]].concat());
        let mut start = ExportStart::new(key(), span(), query, LookupOptions::person());
        let Ok(OperationStep::Done(run)) = start.step(&analytics, NOON) else { panic!("no start") };
        assert_eq!(run.rows_exceeded(&analytics).unwrap(), exceeded, "{pairs:?}");
    }
}

#[test]
fn formulas_are_defused() {
    for begin in ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"] {
        let text = file(&query(&[]), &[row(&format!("{begin}1"), 1)]);
        assert!(text.contains(&format!("\n\"'{begin}1\",1")), "{text}");
    }
}

#[test]
fn an_invalid_query_names_its_parameter() {
    let field =
        |pairs: &[(&'static str, &str)]| ExportQuery::from_pairs(pairs.iter().copied()).unwrap_err().field;
    assert_eq!(field(&[("format", "xlsx")]), "format");
    assert_eq!(field(&[("table", "x")]), "table");
    assert_eq!(field(&[("row", "1")]), "row");
    assert_eq!(field(&[("table", "1"), ("row", "-1")]), "row");
    assert_eq!(field(&[("sort", "size")]), "sort");
    assert_eq!(query(&[("table", "9"), ("row", "5"), ("limit", "7")]).row, Some(5));
    assert_eq!(query(&[("table", "9"), ("row", "0")]).row, Some(0), "a file whose header alone arrived");
}

proptest! {
    /// Except for the apostrophe that defuses formulas.
    #[test]
    fn a_csv_reader_gets_the_same_rows(
        paths in proptest::collection::vec(prop_oneof!["[#,;\"'=\n\r\t /a-]{0,6}", "\\PC{0,9}"], 0..20),
        count in prop_oneof![0..9_u64, Just(1 << 53), Just(u64::MAX)],
    ) {
        let rows: Vec<_> = paths.iter().map(|path| row(path, count)).collect();
        let text = file(&query(&[]), &rows);
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        prop_assert_eq!(reader.headers().unwrap(), vec!["path", "human", "ai", "total"]);
        let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(records.len(), rows.len());
        for (record, row) in records.iter().zip(&rows) {
            let path = record[0].strip_prefix('\'').filter(|_| !row.path.starts_with('\'')).unwrap_or(&record[0]);
            prop_assert_eq!(path, &row.path);
            prop_assert!(!record[0].starts_with(['=', '+', '-', '@', '\t', '\r', '\n']));
            let counts: Vec<u64> = record.iter().skip(1).map(|field| field.parse().unwrap()).collect();
            prop_assert_eq!(counts, vec![row.human, row.ai, row.total]);
        }
    }

    #[test]
    fn a_filter_cannot_start_a_cell_in_the_head(text in "[=,;\"\n\r\ta-]{1,9}") {
        let text = file(&query(&[("q", &text)]), &[]);
        let line = text.lines().find(|line| line.contains("# q: ")).unwrap();
        prop_assert!(!line.contains([',', ';', '\t', '\r']), "{}", line);
        prop_assert_eq!(text.lines().count(), 18);
    }
}
