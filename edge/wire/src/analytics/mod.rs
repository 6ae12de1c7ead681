//! Visitor analytics: requests name days of a time zone, and responses have the exact interval and its data.

mod backfill;
mod budget;
mod csv_cell;
mod interval;
mod page_trend;
mod rows;
mod span;
mod summary;
mod totals;
mod trend;

pub use backfill::{BackfillBody, BackfillCost, BackfillKind, BackfillProgress, BackfillRequest};
pub use budget::{BudgetReport, QueuedBackfill, RequestBudget};
pub use csv_cell::{CSV_MARK, csv_cell, spreadsheet_cell};
pub use interval::{Interval, day_start};
pub use page_trend::{PAGE_PATH_BYTES_MAX, PageDay, PageDayRead, PageTrend, page_path};
pub use rows::{ComparedRows, Folder, RowSort, Rows, RowsQuery, RowsView};
pub use span::{Comparison, Span};
pub use summary::{ComparedTotals, Summary};
pub use totals::RelativeChange;
pub use trend::{Trend, TrendDay};
