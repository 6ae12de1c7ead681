/// The byte order mark at the start of a CSV file. Without it, Excel reads the file in a legacy encoding.
pub const CSV_MARK: char = '\u{feff}';

/// First characters that make a spreadsheet read a cell as a formula. Some spreadsheets accept the full-width forms.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text as a cell of CSV, for a program. It is always quoted, because some readers also split at semicolons and tabs.
#[must_use]
pub fn csv_cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text as a cell of CSV that no spreadsheet reads as a formula: any client, an attacker included, chooses the paths
/// that it requests.
#[must_use]
pub fn spreadsheet_cell(text: &str) -> String {
    if text.starts_with(FORMULA) { csv_cell(&format!("'{text}")) } else { csv_cell(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_never_reads_a_text_as_a_formula() {
        for text in ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a"] {
            assert_eq!(spreadsheet_cell(text), format!("\"'{text}\""));
            assert_eq!(csv_cell(text), format!("\"{text}\""));
        }
        assert_eq!(spreadsheet_cell("/a=\"b\",;c"), "\"/a=\"\"b\"\",;c\"");
    }
}
