//! Finds the code in a prompt by its backticks. Everything else of Markdown stays plain text.

use std::ops::Range;

/// The backticks of a fence, at least.
const FENCE_MIN: usize = 3;

/// A part of a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PromptPart<'text> {
    pub text: &'text str,
    /// Whether it is code, with the backticks around it.
    pub is_code: bool,
}

/// Splits a prompt into parts, without leaving anything out. Text is code between two fences, as in Markdown, or between backticks
/// in one line.
pub(crate) fn parts(text: &str) -> Vec<PromptPart<'_>> {
    let mut parts = Vec::new();
    let mut add = |range: Range<usize>, is_code| {
        let text = text.get(range).filter(|text| !text.is_empty());
        parts.extend(text.map(|text| PromptPart { text, is_code }));
    };
    let mut end = 0;
    for code in code_ranges(text) {
        add(end..code.start, false);
        end = code.end;
        add(code, true);
    }
    add(end..text.len(), false);
    parts
}

/// Where the code is, in order. A block that is not closed ends with the text.
fn code_ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    // The start of the open block, and the backticks that close it.
    let mut block = None::<(usize, usize)>;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (ticks, info) = fence(line);
        match block {
            Some((from, opened)) if ticks >= opened && info.is_empty() => {
                found.push(from..start + line.trim_end().len());
                block = None;
            }
            Some(_) => {}
            // Backticks behind it make it code within a line.
            None if ticks >= FENCE_MIN && !info.contains('`') => block = Some((start, ticks)),
            None => found.extend(spans(line).map(|span| start + span.start..start + span.end)),
        }
        start += line.len();
    }
    found.extend(block.map(|(from, _)| from..text.len()));
    found
}

/// The backticks that a line begins with, and what follows them.
fn fence(line: &str) -> (usize, &str) {
    let line = line.trim();
    let info = line.trim_start_matches('`');
    (line.len() - info.len(), info)
}

/// The code within a line: from some backticks to the next place with as many.
fn spans(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    let mut runs = runs.into_iter();
    std::iter::from_fn(move || {
        loop {
            let open = runs.next()?;
            let mut rest = runs.clone();
            if let Some(close) = rest.find(|run| run.len() == open.len()) {
                runs = rest;
                return Some(open.start..close.end);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parts with code in brackets.
    fn marked(text: &str) -> String {
        parts(text)
            .iter()
            .map(|part| if part.is_code { format!("[{}]", part.text) } else { part.text.to_owned() })
            .collect()
    }

    #[test]
    fn code_within_a_line_is_between_as_many_backticks() {
        assert_eq!(marked("Call `send()` with ``a ` b``."), "Call [`send()`] with [``a ` b``].");
        assert_eq!(marked("It`s one\nand it`s another"), "It`s one\nand it`s another", "not across lines");
        assert_eq!(marked("``a` and `b`"), "``a[` and `]b`");
        assert_eq!(marked("```one``` line"), "[```one```] line");
        assert_eq!(marked("`ä``é`"), "[`ä``é`]");
        assert_eq!(marked("# No *Markdown*"), "# No *Markdown*");
        assert_eq!(marked(""), "");
    }

    #[test]
    fn a_block_of_code_is_between_fences() {
        assert_eq!(marked("Run\n```sh\nnpm `ci`\n```\nthen"), "Run\n[```sh\nnpm `ci`\n```]\nthen");
        assert_eq!(marked("  ````\n```\n  ````  \n`a`"), "[  ````\n```\n  ````]  \n[`a`]");
        assert_eq!(marked("```\na\n``` b\n"), "[```\na\n``` b\n]", "not closed");
        assert_eq!(marked("```\r\na\r\n```\r\n"), "[```\r\na\r\n```]\r\n");
    }

    proptest! {
        #[test]
        fn the_parts_are_the_text_unchanged(text in "[`aä \n]{0,40}") {
            let parts = parts(&text);
            prop_assert_eq!(parts.iter().map(|part| part.text).collect::<String>(), text.as_str());
            prop_assert!(parts.iter().all(|part| !part.text.is_empty()));
            prop_assert!(parts.iter().all(|part| !part.is_code || part.text.trim_start().starts_with('`')));
        }
    }
}
