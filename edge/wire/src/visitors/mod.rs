//! Visitor figures as Docket asks and tells them: days of a named zone in, the exact interval and figures out.

mod day;
mod figures;
mod interval;
mod messages;
mod rows;
mod span;
mod zone;

pub use day::{Day, InvalidDay};
pub use figures::Change;
pub use interval::{Interval, Offsets, Utc, day_start};
pub use messages::{
    BudgetReport, BudgetView, Earlier, Gather, GatherWhat, Gathering, Summary, Trend, TrendDay, Waiting,
};
pub use rows::{Folder, RowSort, Rows, RowsQuery};
pub use span::{Comparison, InvalidSpan, Span};
pub use zone::{InvalidZone, ZoneName};
