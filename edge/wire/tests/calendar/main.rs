//! Dates and days, compared with a library for all of ISO 8601 and all time zones.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]
#![allow(clippy::cast_precision_loss, reason = "hours of a day")]

mod dates;
mod days;
