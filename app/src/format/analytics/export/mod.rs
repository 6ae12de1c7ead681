//! Files of visitor data: their formats, what the console puts into them, and what it reads of those that the edge sends.

mod days_csv;
mod format;
mod rows;
mod rows_file;
mod trailer;

pub(crate) use days_csv::{days_csv, days_file_name};
pub(crate) use format::ExportFormat;
pub(crate) use rows::{RowCounter, csv_table};
pub(crate) use rows_file::RowsFile;
pub(crate) use trailer::ExportTrailer;
