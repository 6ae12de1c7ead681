//! Numbers and dates as the person's language and region write them: the browser knows how. On the host, where tests run,
//! they are English.

#[cfg(not(target_family = "wasm"))]
mod english;
#[cfg(target_family = "wasm")]
mod intl;

#[cfg(not(target_family = "wasm"))]
pub(crate) use english::{count, day, day_range, month_day, percentage, tenths, whole_percentage};
#[cfg(target_family = "wasm")]
pub(crate) use intl::{count, day, day_range, month_day, percentage, tenths, whole_percentage};

/// The digits of all numbers, as an option of the browser's formats: the words around them are English, and so are their units.
pub(crate) const DIGITS: (&str, &str) = ("numberingSystem", "latn");
