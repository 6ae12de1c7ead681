//! The only clock. Everything below the Worker is told the time.

use docket_wire::UnixMs;

/// Now, by the runtime. It stands still while code runs and moves on with every answer from outside.
pub(crate) fn now() -> UnixMs {
    // Whole milliseconds since 1970 are exact in an f64, and the cast saturates.
    #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
    UnixMs(js_sys::Date::now() as i64)
}
