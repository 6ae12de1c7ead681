//! Visitor analytics as text: what a URL says, days, prompts about a page, and the end of an exported file.

mod cost;
mod date_range;
mod day_marks;
mod export_format;
mod export_rows;
mod export_trailer;
mod interval;
mod job_prompt;
mod prefix;
mod preset;
mod rows_file;
mod view;

pub(crate) use cost::{cost_text, progress_text, requests_in_all, requests_text, reserved_text};
pub(crate) use date_range::DateRange;
pub(crate) use day_marks::mark_text;
pub(crate) use export_format::ExportFormat;
pub(crate) use export_rows::{RowCounter, csv_table};
pub(crate) use export_trailer::ExportTrailer;
pub(crate) use interval::exact_interval;
pub(crate) use job_prompt::{job_prompt, page_figures, view_of_row};
pub(crate) use prefix::{folders_above, path_prefix};
pub(crate) use preset::Preset;
pub(crate) use rows_file::RowsFile;
pub(crate) use view::VisitorsView;
