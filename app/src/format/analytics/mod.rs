//! Visitor analytics as text: what a URL says, days, prompts about a page, and the end of an exported file.

mod cost;
mod date_range;
mod day_marks;
mod export;
mod interval;
mod job_prompt;
mod prefix;
mod preset;
mod view;
mod zone;

pub(crate) use cost::{cost_text, progress_text, requests_in_all, requests_text, reserved_text};
pub(crate) use date_range::DateRange;
pub(crate) use day_marks::mark_text;
pub(crate) use export::{
    ExportFormat, ExportTrailer, RowCounter, RowsFile, csv_table, days_csv, days_file_name,
};
pub(crate) use interval::exact_interval;
pub(crate) use job_prompt::{job_prompt, page_figures, view_of_row};
pub(crate) use prefix::{folders_above, path_prefix};
pub(crate) use preset::Preset;
pub(crate) use view::VisitorsView;
pub(crate) use zone::{is_same_zone, zones_beyond};
