//! The end of an exported file, which says whether it is whole. Pure.

/// How a file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Whether all rows are in it.
    pub is_whole: bool,
    /// Rows in it.
    pub rows: u64,
    /// Rows that came twice and are in it once.
    pub duplicates_dropped: u64,
    /// After how many seconds the rest may be had.
    pub retry_after_s: Option<u64>,
    /// Bytes that say so.
    pub length: u32,
}

/// Reads what is said at a file's end. None if nothing is: then the file broke off.
pub(crate) fn ending(tail: &str) -> Option<Ending> {
    let text = tail.strip_suffix('\n')?;
    // As CSV has it: lines like `# rows: 3`, of which the last is `# end: true`. As NDJSON has it: `{"end":true,"rows":3}`.
    let is_comment = |line: &&str| line.starts_with("# ");
    let comments: Vec<&str> = text.rsplit('\n').take_while(is_comment).collect();
    let (pairs, lines): (Vec<_>, _) = if comments.is_empty() {
        let line = text.rsplit('\n').next()?;
        let members = line.strip_prefix('{')?.strip_suffix('}')?.split(',');
        (members.filter_map(|member| member.split_once(':')).collect(), vec![line])
    } else {
        (comments.iter().filter_map(|line| line.strip_prefix("# ")?.split_once(": ")).collect(), comments)
    };
    let fact = |wanted: &str| {
        pairs
            .iter()
            .find(|(name, _)| name.trim_matches('"') == wanted)
            .map(|(_, value)| value.trim_matches('"'))
    };
    Some(Ending {
        is_whole: fact("end")?.parse().ok()?,
        rows: fact("rows")?.parse().ok()?,
        duplicates_dropped: fact("duplicatesDropped").and_then(|n| n.parse().ok()).unwrap_or(0),
        retry_after_s: fact("retryAfterS").and_then(|n| n.parse().ok()),
        length: u32::try_from(lines.iter().map(|line| line.len() + 1).sum::<usize>()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_says_whether_it_is_whole() {
        let end = "# rows: 3\n# duplicatesDropped: 1\n# fetchedTo: 2026-11-20T10:00:00Z\n# end: true\n";
        let whole = ending(&format!("\"/a\",1,2,3\n{end}")).unwrap();
        assert_eq!(
            (whole.is_whole, whole.rows, whole.duplicates_dropped, whole.retry_after_s),
            (true, 3, 1, None)
        );
        assert_eq!(usize::try_from(whole.length).unwrap(), end.len());
        let cut = "{\"end\":false,\"rows\":250,\"duplicatesDropped\":0,\"table\":\"7\",\"retryAfterS\":90}";
        let tail = format!("{{\"path\":\"/a\",\"human\":1,\"ai\":2,\"total\":3}}\n{cut}\n");
        let found = ending(&tail).unwrap();
        assert_eq!((found.is_whole, found.rows, found.retry_after_s), (false, 250, Some(90)));
        assert_eq!(usize::try_from(found.length).unwrap(), cut.len() + 1);
    }

    #[test]
    fn a_file_that_broke_off_has_none() {
        for tail in [
            "",
            "\n",
            "\"/a\",1,2,3\n",
            "{\"path\":\"/a\",\"human\":1}\n",
            "# rows: 3\n",
            "# rows: 3\n# end: true",
            "# rows: 1\n# end: maybe\n",
        ] {
            assert_eq!(ending(tail), None, "{tail:?}");
        }
    }
}
