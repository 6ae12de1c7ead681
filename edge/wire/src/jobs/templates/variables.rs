//! The variables of a template: `{{name}}` in its text.

use std::collections::BTreeSet;

/// The variable that stands for the path of a page.
pub const PAGE_VARIABLE: &str = "page";
/// The variable that stands for the visitors of a page, in words.
pub const FIGURES_VARIABLE: &str = "figures";
/// Maximum length of a variable's name, in characters: it is the label of a field.
const NAME_CHARS_MAX: usize = 40;

/// A variable of a template without a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the variable {0} has no value")]
pub struct MissingVariable(pub String);

/// A piece of a template.
enum Piece<'a> {
    Text(&'a str),
    Variable(&'a str),
}

/// The pieces of a text. Braces around anything but a name are text, because prompts quote code.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut rest, mut searched) = (text, 0);
    while let Some(start) = rest.get(searched..).and_then(|later| later.find("{{")).map(|at| at + searched) {
        let inner = rest.get(start + 2..).unwrap_or_default();
        match variable_at_start(inner) {
            Some((name, after)) => {
                pieces.push(Piece::Text(rest.get(..start).unwrap_or_default()));
                pieces.push(Piece::Variable(name));
                (rest, searched) = (after, 0);
            }
            // The next braces may begin one byte later: in `{{{page}}`, at the second one.
            None => searched = start + 1,
        }
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// The name of letters, digits, spaces, `_` and `-` with which a text after two braces begins, and what follows its
/// braces.
fn variable_at_start(inner: &str) -> Option<(&str, &str)> {
    let end = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '_' | '-'))?;
    let (name, rest) = inner.split_at_checked(end)?;
    let (name, after) = (name.trim_matches(' '), rest.strip_prefix("}}")?);
    (1..=NAME_CHARS_MAX).contains(&name.chars().count()).then_some((name, after))
}

/// The different variables of a text, in their order.
#[must_use]
pub fn variables(text: &str) -> Vec<String> {
    // A text may have thousands, and is refused only when they are counted.
    let (mut names, mut known) = (Vec::new(), BTreeSet::new());
    for piece in pieces(text) {
        if let Piece::Variable(name) = piece
            && known.insert(name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// The text with its variables replaced by their values. Variables in values are not replaced.
///
/// # Errors
/// If a variable has no value: it names the first one.
pub fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, MissingVariable> {
    let mut filled = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Variable(name) => {
                filled.push_str(&value(name).ok_or_else(|| MissingVariable(name.to_owned()))?);
            }
        }
    }
    Ok(filled)
}
