//! The trailer of an exported file, which says whether the file is complete.

/// What the end of an exported file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExportTrailer {
    /// Whether the file has all rows.
    pub is_complete: bool,
    /// Rows in the file.
    pub rows: u64,
    /// Duplicate rows that the edge dropped.
    pub duplicates_dropped: u64,
    /// Seconds until an incomplete export can be resumed.
    pub retry_after_s: Option<u64>,
    /// Length of the trailer.
    pub length_bytes: u32,
}

impl ExportTrailer {
    /// Reads the trailer from the last bytes of a file. `None` if there is no trailer: then the connection broke.
    pub(crate) fn parse(tail: &str) -> Option<Self> {
        let text = tail.strip_suffix('\n')?;
        // CSV has lines like `# rows: 3`, and `# end: true` as the last. NDJSON has `{"end":true,"rows":3}`.
        let is_comment = |line: &&str| line.starts_with("# ");
        let comments: Vec<&str> = text.rsplit('\n').take_while(is_comment).collect();
        let (pairs, lines): (Vec<_>, _) = if comments.is_empty() {
            let line = text.rsplit('\n').next()?;
            let members = line.strip_prefix('{')?.strip_suffix('}')?.split(',');
            (members.filter_map(|member| member.split_once(':')).collect(), vec![line])
        } else {
            (comments.iter().filter_map(|line| line.strip_prefix("# ")?.split_once(": ")).collect(), comments)
        };
        let value = |wanted: &str| {
            pairs
                .iter()
                .find(|(name, _)| name.trim_matches('"') == wanted)
                .map(|(_, value)| value.trim_matches('"'))
        };
        Some(Self {
            is_complete: value("end")?.parse().ok()?,
            rows: value("rows")?.parse().ok()?,
            duplicates_dropped: value("duplicatesDropped").and_then(|n| n.parse().ok()).unwrap_or(0),
            retry_after_s: value("retryAfterS").and_then(|n| n.parse().ok()),
            length_bytes: u32::try_from(lines.iter().map(|line| line.len() + 1).sum::<usize>()).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trailer_says_whether_the_file_is_complete() {
        let end = "# rows: 3\n# duplicatesDropped: 1\n# fetchedTo: 2026-11-20T10:00:00Z\n# end: true\n";
        let complete = ExportTrailer::parse(&format!("\"/a\",1,2,3\n{end}")).unwrap();
        assert_eq!(
            (complete.is_complete, complete.rows, complete.duplicates_dropped, complete.retry_after_s),
            (true, 3, 1, None)
        );
        assert_eq!(usize::try_from(complete.length_bytes).unwrap(), end.len());
        let cut = "{\"end\":false,\"rows\":250,\"duplicatesDropped\":0,\"table\":\"7\",\"retryAfterS\":90}";
        let tail = format!("{{\"path\":\"/a\",\"human\":1,\"ai\":2,\"total\":3}}\n{cut}\n");
        let found = ExportTrailer::parse(&tail).unwrap();
        assert_eq!((found.is_complete, found.rows, found.retry_after_s), (false, 250, Some(90)));
        assert_eq!(usize::try_from(found.length_bytes).unwrap(), cut.len() + 1);
    }

    #[test]
    fn an_interrupted_file_has_no_trailer() {
        for tail in [
            "",
            "\n",
            "\"/a\",1,2,3\n",
            "{\"path\":\"/a\",\"human\":1}\n",
            "# rows: 3\n",
            "# rows: 3\n# end: true",
            "# rows: 1\n# end: maybe\n",
        ] {
            assert_eq!(ExportTrailer::parse(tail), None, "{tail:?}");
        }
    }
}
