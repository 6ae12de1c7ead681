//! Parts of the visitors page.

pub(crate) mod ask;
pub(crate) mod backfill;
pub(crate) mod chart;
pub(crate) mod choice;
pub(crate) mod export;
pub(crate) mod interval;
pub(crate) mod paths;
pub(crate) mod paths_head;
pub(crate) mod range_picker;
pub(crate) mod row;
pub(crate) mod totals;
pub(crate) mod trend;
