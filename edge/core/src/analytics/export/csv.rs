//! CSV that is safe to open in a spreadsheet. Any client, an attacker included, chooses the paths that it requests.

use std::fmt::Write as _;

use docket_wire::VisitorRow;

/// The header row.
pub(super) const HEADER: &str = "path,human,ai,total\n";
/// Excel reads a file without it in a legacy encoding.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';
/// First characters that make a spreadsheet read a cell as a formula. Some spreadsheets accept the full-width forms.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Appends a row. The path is always quoted, because some spreadsheets also split at semicolons and tabs. A program gets
/// the path as it is, a spreadsheet never as a formula.
pub(super) fn row(row: &VisitorRow, is_for_spreadsheet: bool, text: &mut String) {
    let defused = if is_for_spreadsheet && row.path.starts_with(FORMULA) { "'" } else { "" };
    let _ = writeln!(text, "\"{defused}{}\",{},{},{}", quoted(&row.path), row.human, row.ai, row.total);
}

/// The path, escaped to stand between quotes.
fn quoted(path: &str) -> String {
    let mut bytes = vec![0; path.len() * 2];
    let (_, _, length) = csv_core::quote(path.as_bytes(), &mut bytes, b'"', b'"', true);
    bytes.truncate(length);
    // Doubling an ASCII character keeps the text valid UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

/// A JSON value for a comment line. A harmless text loses its quotes. Any other value keeps them, and has its commas
/// and semicolons escaped, at which a spreadsheet would start another cell.
pub(super) fn one_cell(json: &str) -> String {
    let bare = json.trim_matches('"');
    if bare.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-:./+ ".contains(&b)) {
        bare.to_owned()
    } else {
        json.replace(',', "\\u002c").replace(';', "\\u003b")
    }
}
