/// The byte order mark at the start of a CSV file. Without it, Excel reads the file in a legacy encoding.
pub const CSV_MARK: char = '\u{feff}';

/// First characters that make a spreadsheet read a cell as a formula. Some spreadsheets accept the full-width forms.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text as a cell of CSV. It is always quoted, because some spreadsheets also split at semicolons and tabs. A program
/// gets the text as it is, a spreadsheet never as a formula: any client, an attacker included, chooses the paths that
/// it requests.
#[must_use]
pub fn csv_cell(text: &str, is_for_spreadsheet: bool) -> String {
    let defused = if is_for_spreadsheet && text.starts_with(FORMULA) { "'" } else { "" };
    format!("\"{defused}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_never_reads_a_text_as_a_formula() {
        for text in ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠a"] {
            assert_eq!(csv_cell(text, true), format!("\"'{text}\""));
            assert_eq!(csv_cell(text, false), format!("\"{text}\""));
        }
        assert_eq!(csv_cell("/a=\"b\",;c", true), "\"/a=\"\"b\"\",;c\"");
    }
}
