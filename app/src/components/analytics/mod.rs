//! Sections of the visitors page.

mod backfill;
mod bar;
mod cost;
mod data_status;
mod export;
mod missing_days;
mod page_trend;
mod paths;
mod period;
mod range_picker;
mod totals;
mod trend;
mod view_export;

pub(crate) use data_status::DataStatus;
pub(crate) use paths::PathsSection;
pub(crate) use range_picker::RangePicker;
pub(crate) use totals::TotalsSection;
pub(crate) use trend::TrendSection;
