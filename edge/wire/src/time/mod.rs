//! Moments, dates, days and time zones.

mod date_or_time;
mod day;
mod iso8601;
mod timestamp_text;
mod unix_ms;
mod zone;

pub use date_or_time::{DateOrTime, InvalidDate};
pub use day::{Day, InvalidDay};
pub use unix_ms::{DAY_MS, HOUR_MS, MINUTE_MS, UnixMs};
pub use zone::{InvalidZone, Utc, UtcOffsets, ZoneName};
