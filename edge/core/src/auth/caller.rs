//! Callers, and their names in headers.

use std::collections::BTreeSet;

use docket_wire::{CallerName, Grant, ProjectId, Right, TokenId, has_right, rights_in};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name of a person with a passphrase, the e-mail address of a person of Cloudflare Access, or `token:` and a
    /// token's id.
    pub name: CallerName,
    /// What the caller may do in which projects.
    pub grants: Vec<Grant>,
}

impl Caller {
    /// Whether this caller has a right in a project, or, without one, in what belongs to no project.
    #[must_use]
    pub fn may(&self, right: Right, project: Option<&ProjectId>) -> bool {
        has_right(&self.grants, right, project)
    }

    /// All rights of this caller in a project.
    #[must_use]
    pub fn rights_in(&self, project: &ProjectId) -> BTreeSet<Right> {
        rights_in(&self.grants, project)
    }

    /// Whether this caller is a program.
    #[must_use]
    pub fn is_program(&self) -> bool {
        is_program(&self.name)
    }
}

/// A person or a program. Programs leave a part of some budgets to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    Person,
    Program,
}

impl CallerKind {
    /// The kind of the caller with this name.
    #[must_use]
    pub fn of(name: &CallerName) -> Self {
        if is_program(name) { Self::Program } else { Self::Person }
    }
}

/// Whether a name is the name of a program.
#[must_use]
pub fn is_program(name: &CallerName) -> bool {
    name.0.starts_with(PROGRAM_PREFIX)
}

/// The name of the program that presents a token.
#[must_use]
pub fn program(token_id: &TokenId) -> CallerName {
    CallerName(format!("{PROGRAM_PREFIX}{token_id}"))
}

/// What the name of every program begins with.
pub const PROGRAM_PREFIX: &str = "token:";

/// Headers have no control characters. The headers between the Worker and its objects have only ASCII.
const NOT_IN_HEADERS: &AsciiSet = &CONTROLS.add(b'%');

/// A name as a header value, from the Worker to its objects.
#[must_use]
pub fn to_header(name: &CallerName) -> String {
    utf8_percent_encode(&name.0, NOT_IN_HEADERS).to_string()
}

/// The name in a header value that [`to_header`] made.
#[must_use]
pub fn from_header(value: &str) -> CallerName {
    CallerName(percent_decode_str(value).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_names_are_not_changed() {
        assert_eq!(to_header(&CallerName("token:ci".into())), "token:ci");
        assert_eq!(to_header(&CallerName("Zoë 100%".into())), "Zo%C3%AB 100%25");
    }

    proptest! {
        #[test]
        fn a_header_preserves_every_name(name in "\\PC{1,64}") {
            let name = CallerName(name);
            let value = to_header(&name);
            prop_assert!(value.bytes().all(|b| b == b' ' || b.is_ascii_graphic()));
            prop_assert_eq!(from_header(&value), name);
        }
    }
}
