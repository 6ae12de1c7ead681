//! What the visitors page says.

pub(crate) mod counts;
pub(crate) mod export;
pub(crate) mod head;
pub(crate) mod loading;
pub(crate) mod page_trend;
pub(crate) mod paths;
pub(crate) mod prompt;
pub(crate) mod range;
pub(crate) mod totals;
pub(crate) mod trend;
pub(crate) mod visitors;
