//! Dates and days, against a library that knows all of ISO 8601 and every zone.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test panics on what it does not expect")]
#![allow(clippy::cast_precision_loss, reason = "hours of a day")]

mod dates;
mod days;
