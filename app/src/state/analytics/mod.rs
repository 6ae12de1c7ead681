//! State of the visitors page. It lives as long as the page does.

pub(crate) mod backfill;
pub(crate) mod day_marks;
pub(crate) mod day_paths;
pub(crate) mod export;
pub(crate) mod last_view;
mod new_jobs;
pub(crate) mod note;
pub(crate) mod path_rows;
mod pending_chunks;
pub(crate) mod selected_rows;
pub(crate) mod selection;
pub(crate) mod trend;
pub(crate) mod view_export;
