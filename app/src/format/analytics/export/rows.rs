//! The rows of an exported file, while it arrives in pieces.

use docket_wire::CSV_MARK;

/// Counts the rows of a file while it arrives: to show the progress, and to know where to cut a file that lost its end. Only the
/// trailer has the exact number.
#[derive(Debug)]
pub(crate) struct RowCounter {
    rows: u64,
    /// The first bytes of the line.
    start: Vec<u8>,
    line: Line,
    /// The number of bytes after the last whole row.
    beyond: u32,
}

/// The kind of the line that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// A comment, a header or a trailer, as far as it is known.
    Other,
    /// A row of NDJSON.
    Json,
    /// A row of CSV, which can have a line break between quotes.
    Csv { is_quoted: bool },
}

/// What a row of NDJSON begins with. One of CSV begins with a quote; comments, headers and trailers begin otherwise.
const JSON_ROW: &[u8] = b"{\"path\"";

impl RowCounter {
    /// A counter that continues after `rows` rows.
    pub(crate) fn new(rows: u64) -> Self {
        Self { rows, start: Vec::new(), line: Line::Other, beyond: 0 }
    }

    /// Reads the next bytes of the file.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.beyond = self.beyond.saturating_add(1);
            match (&mut self.line, byte) {
                (Line::Csv { is_quoted }, b'"') => *is_quoted = !*is_quoted,
                (Line::Csv { is_quoted: true }, _) => {}
                (line, b'\n') => {
                    if *line != Line::Other {
                        self.beyond = 0;
                    }
                    *line = Line::Other;
                    self.start.clear();
                }
                (line @ Line::Other, _) if self.start.len() < JSON_ROW.len() => {
                    self.start.push(*byte);
                    *line = match self.start.as_slice() {
                        b"\"" => Line::Csv { is_quoted: true },
                        JSON_ROW => Line::Json,
                        _ => continue,
                    };
                    self.rows += 1;
                }
                _ => {}
            }
        }
    }

    /// Rows so far.
    pub(crate) fn count(&self) -> u64 {
        self.rows
    }

    /// The number of rows whose end was read, and of the bytes after the last of them.
    pub(crate) fn whole(&self) -> (u64, u32) {
        (self.rows - u64::from(self.line != Line::Other), self.beyond)
    }
}

/// A CSV file without the comment lines at its start. `None` if they do not end in `file`.
pub(crate) fn csv_table(file: &[u8]) -> Option<Vec<u8>> {
    let mark = CSV_MARK.to_string().into_bytes();
    let (mark, mut rest) = match file.strip_prefix(mark.as_slice()) {
        Some(rest) => (mark.as_slice(), rest),
        None => (&[][..], file),
    };
    while rest.first()? == &b'#' {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        rest = rest.get(end + 1..)?;
    }
    Some([mark, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSV: &str =
        "\u{feff}# docket: 1\n# zone: UTC\npath,human,ai,total\n\"/a\",1,2,3\n\"/#b\",1,0,1\n# end: true\n";

    #[test]
    fn rows_are_counted_wherever_the_file_is_split() {
        for split in 0..CSV.len() {
            let mut counter = RowCounter::new(10);
            let (first, second) = CSV.as_bytes().split_at(split);
            counter.read(first);
            counter.read(second);
            assert_eq!(counter.count(), 12, "split at {split}");
        }
    }

    #[test]
    fn a_file_whose_end_is_lost_is_cut_behind_its_last_whole_row() {
        let cases = [
            ("", "\"/a\"", 0),
            ("\"/a\",1,2,3\n", "", 1),
            ("\"/a\",1,2,3\n", "\"/b", 1),
            ("\"/a\",1,2,3\n\"/b\",1,0,1\n", "# end: tr", 2),
            ("\"/a\",1,2,3\n", "# end: true\n# rows: 1\n", 1),
            ("\"/a\n\"\"b\",1,2,3\n", "\"/c\n\"\"d", 1),
            ("{\"path\":\"/a\"}\n", "{\"path\":\"/b", 1),
            ("{\"path\":\"/a\\\"\"}\n", "{\"rows\":1", 1),
        ];
        for (whole, lost, rows) in cases {
            let mut counter = RowCounter::new(10);
            counter.read(whole.as_bytes());
            counter.read(lost.as_bytes());
            assert_eq!(counter.whole(), (10 + rows, u32::try_from(lost.len()).unwrap()), "{whole}{lost}");
        }
    }

    #[test]
    fn the_ends_of_ndjson_are_no_rows() {
        let mut counter = RowCounter::new(0);
        counter.read(
            b"{\"docket\":{\"zone\":\"UTC\"}}\n{\"path\":\"/a\",\"human\":1}\n{\"rows\":1,\"end\":true}\n",
        );
        assert_eq!(counter.count(), 1);
    }

    #[test]
    fn the_table_begins_after_the_comments() {
        let table = csv_table(CSV.as_bytes()).unwrap();
        assert_eq!(
            String::from_utf8(table).unwrap(),
            "\u{feff}path,human,ai,total\n\"/a\",1,2,3\n\"/#b\",1,0,1\n# end: true\n"
        );
        assert_eq!(csv_table(b"path\n").as_deref(), Some(&b"path\n"[..]));
        assert_eq!(csv_table(b"# docket: 1\n# zo"), None);
        assert_eq!(csv_table(b"# docket: 1\n"), None);
    }
}
