use docket_wire::is_blank;

/// Characters of a prompt that make a title.
pub(crate) const TITLE_CHARS_MAX: usize = 200;

/// The first line of a prompt that is not blank, cut to a title's length.
pub(crate) fn title(prompt: &str) -> String {
    let line = prompt.lines().map(str::trim).find(|line| !is_blank(line)).unwrap_or_default();
    line.chars().take(TITLE_CHARS_MAX).collect()
}
