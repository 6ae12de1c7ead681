//! Sections of the visitors page.

mod backfill;
mod bar;
mod cost;
mod data_status;
mod export;
mod lazy;
mod missing_days;
mod page_trend;
mod paths;
mod period;
mod range_picker;
mod totals;
mod trend;
mod view_export;

pub(crate) use data_status::DataStatus;
pub(crate) use lazy::{days_and_paths, preload_days};
pub(crate) use range_picker::RangePicker;
pub(crate) use totals::TotalsSection;
