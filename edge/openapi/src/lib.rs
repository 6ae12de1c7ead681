//! The description of the API: an OpenAPI 3.1 document of every route, made of the route table and the types that serve
//! them, and a reference for people, made of the document.
//!
//! The tables of `docs/operating.md` are made here as well. Neither the Worker nor the app depends on this crate.
//! `cargo xtask docs` writes all of it, and tests compare it.

#![expect(clippy::indexing_slicing, reason = "members are set in objects that were made just before")]

mod additional_members;
mod contract;
mod describe;
mod document;
mod headers;
mod problems;
mod reference;
mod schemas;
mod security;
mod tables;

pub use additional_members::without_additional_members;
pub use contract::{Contract, Exchange};
pub use document::document;
pub use reference::{needs, reference};
pub use tables::{metrics_table, settings_table};

/// The document's file, from the top of the repository. It is a static file of the app.
pub const DOCUMENT_FILE: &str = "public/api/openapi.json";
/// The reference's file, from the top of the repository.
pub const REFERENCE_FILE: &str = "docs/api-reference.md";

/// The text of the document's file.
#[must_use]
pub fn document_text() -> String {
    format!("{:#}\n", document())
}
