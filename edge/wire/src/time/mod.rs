//! Moments and dates.

mod date_or_time;
pub(crate) mod iso8601;
mod unix_ms;

pub use date_or_time::{DateOrTime, InvalidDate};
pub use unix_ms::UnixMs;
