//! CSV, for spreadsheets first: paths are written by whoever asks for them, crawlers and attackers included.

use std::fmt::Write as _;

use docket_wire::VisitorRow;

/// Names of the columns.
pub(super) const HEADER: &str = "path,human,ai,total\n";
/// Without it, Excel takes UTF-8 for something else.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';
/// What a cell begins with that a spreadsheet takes for a formula: the full-width forms do for some of them.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A row. The path is always in quotes: some spreadsheets also split at semicolons and tabs.
pub(super) fn row(row: &VisitorRow, text: &mut String) {
    let defused = if row.path.starts_with(FORMULA) { "'" } else { "" };
    let _ = writeln!(text, "\"{defused}{}\",{},{},{}", quoted(&row.path), row.human, row.ai, row.total);
}

/// What stands between the quotes.
fn quoted(path: &str) -> String {
    let mut bytes = vec![0; path.len() * 2];
    let (_, _, length) = csv_core::quote(path.as_bytes(), &mut bytes, b'"', b'"', true);
    bytes.truncate(length);
    // Doubling a character of ASCII keeps UTF-8 what it is.
    String::from_utf8(bytes).unwrap_or_default()
}

/// A JSON value for a line of words. A text stands as it is if it is harmless. Else it is in quotes, and has nothing in
/// it at which a spreadsheet would begin another cell.
pub(super) fn one_cell(json: &str) -> String {
    let bare = json.trim_matches('"');
    if bare.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-:./+ ".contains(&b)) {
        bare.to_owned()
    } else {
        json.replace(',', "\\u002c").replace(';', "\\u003b")
    }
}
