//! Reads of visitors: which pages they need, and what they show if those cannot be loaded.

mod available_totals;
mod compared;
mod day_rows;
mod page;
mod page_load;
mod page_trend;
mod rows;
mod rows_page;
mod summary;
mod table;
pub(super) mod trend;

pub use available_totals::{AvailableTotals, TotalsRead};
pub use day_rows::DayRowsRead;
pub use page::PageRead;
pub(super) use page_load::{PageLoad, TargetTable};
pub use rows::RowsRead;
pub use summary::interval_of;
pub(super) use table::{ShownTable, TableRead};
pub use trend::days_begun;
