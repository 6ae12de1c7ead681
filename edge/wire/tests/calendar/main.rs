//! Checks dates and days against a library that implements ISO 8601 and time zones.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]
#![allow(clippy::cast_precision_loss, reason = "hours of a day")]

mod dates;
mod days;
