//! Dates and days, against a library that knows all of ISO 8601 and every zone.

mod dates;
