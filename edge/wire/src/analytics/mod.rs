//! Docket's analytics API: requests name days of a time zone, and answers have the exact interval and its figures.

mod day;

mod backfill;
mod budget;
mod interval;
mod rows;
mod span;
mod summary;
mod totals;
mod trend;
mod zone;

pub use backfill::{BackfillKind, BackfillProgress, BackfillRequest};
pub use budget::{BudgetReport, QueuedBackfill, RequestBudget};
pub use day::{Day, InvalidDay};
pub use interval::{Interval, Utc, UtcOffsets, day_start};
pub use rows::{Folder, RowSort, Rows, RowsQuery};
pub use span::{Comparison, InvalidSpan, Span};
pub use summary::{ComparedTotals, Summary};
pub use totals::Change;
pub use trend::{Trend, TrendDay};
pub use zone::{InvalidZone, ZoneName};
