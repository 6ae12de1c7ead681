//! Settings, read from texts by name and checked together.
//!
//! No admin key is stored here: a project names the secret that holds its key, and only the Worker's `upstream` module
//! reads that secret.

mod people;
mod projects;
mod reader;
mod table;

use docket_wire::{CallerName, ProjectId};

use crate::auth::caller::token_id;
use crate::auth::operator::Operator;
use crate::auth::token::Token;

pub use projects::ProjectSettings;
pub use reader::InvalidSetting;
pub use table::{SETTINGS, Setting, Settings, Visibility, names};

impl Settings {
    /// The configured project with this id.
    #[must_use]
    pub fn project(&self, id: &ProjectId) -> Option<&ProjectSettings> {
        self.projects.iter().find(|project| project.id == *id)
    }

    /// The operator with this name.
    #[must_use]
    pub fn operator(&self, name: &str) -> Option<&Operator> {
        self.operators.iter().find(|operator| operator.name.0 == name)
    }

    /// The token of the program with this name.
    #[must_use]
    pub fn token(&self, name: &CallerName) -> Option<&Token> {
        let id = token_id(name)?;
        self.tokens.iter().find(|token| token.id == id)
    }
}

#[cfg(test)]
mod tests;
