//! The ages in a row.

use docket_wire::UnixMs;
use web_sys::Element;

use crate::format::time::{HOUR, MINUTE, ago};

/// An age: `12 s ago`.
pub(super) struct RowAge {
    time: Element,
    at: Option<UnixMs>,
    shown: String,
    shown_at_ms: i64,
}

impl RowAge {
    /// An age in a `time` element.
    pub(super) fn new(time: Element) -> Self {
        Self { time, at: None, shown: String::new(), shown_at_ms: 0 }
    }

    /// Shows the age of `at` as of `now_ms`.
    pub(super) fn show(&mut self, at: UnixMs, now_ms: i64) {
        let age_ms = now_ms - at.0;
        if self.at.replace(at) != Some(at) {
            // Fails only for an invalid name.
            let _ = self.time.set_attribute("datetime", &at.to_string());
        } else if age_ms >= HOUR && now_ms / MINUTE == self.shown_at_ms / MINUTE {
            // Seconds do not matter to an age in hours or days.
            return;
        }
        let age = ago(age_ms);
        if age != self.shown {
            self.time.set_text_content(Some(&age));
            self.shown = age;
        }
        self.shown_at_ms = now_ms;
    }
}
