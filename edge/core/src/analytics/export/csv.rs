//! CSV that is safe to open in a spreadsheet.

use std::fmt::Write as _;

use docket_wire::VisitorRow;

pub(super) const HEADER: &str = "path,human,ai,total\n";

/// Writes a row whose path is already a cell.
pub(super) fn row(path: &str, row: &VisitorRow, text: &mut String) {
    let _ = writeln!(text, "{path},{},{},{}", row.human, row.ai, row.total);
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
