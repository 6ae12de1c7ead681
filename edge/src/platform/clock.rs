//! The only clock. The core gets moments as arguments.

use docket_wire::UnixMs;

/// The current moment. The runtime advances it only with I/O, not while code runs.
pub(crate) fn now() -> UnixMs {
    // Whole milliseconds since 1970 are exact in an f64, and the cast saturates.
    #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
    UnixMs(js_sys::Date::now() as i64)
}
