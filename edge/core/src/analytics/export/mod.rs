//! Exports of path tables: CSV for spreadsheets, plain CSV for programs, and NDJSON.

mod csv;
mod file;
mod query;
mod run;
mod start;

pub use file::{ExportEnd, ExportWriter};
pub use query::{ExportQuery, FileFormat};
pub use run::{ExportChunk, ExportRun};
pub use start::ExportStart;
