//! The browser's clock, randomness and way of writing a moment.

use js_sys::wasm_bindgen::JsValue;
use js_sys::{Array, Date, Intl, Object, Reflect};

/// Now, in Unix ms.
pub(crate) fn now_ms() -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "whole milliseconds, far below 2^53")]
    let now_ms = Date::now() as i64;
    now_ms
}

/// A number from 0 to 1.
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// A key that nobody else makes. Empty only without a secure context, where Docket does not run.
pub(crate) fn uuid() -> String {
    leptos::prelude::window().crypto().map(|crypto| crypto.random_uuid()).unwrap_or_default()
}

/// A moment for machines: ISO 8601 in UTC.
pub(crate) fn iso(at_ms: i64) -> String {
    date(at_ms).to_iso_string().into()
}

/// A moment for people, to the second, in their own zone, which is named.
pub(crate) fn exact(at_ms: i64) -> String {
    thread_local! {
        static FORMAT: Intl::DateTimeFormat = exact_format();
    }
    FORMAT
        .with(|format| format.format().call1(&JsValue::UNDEFINED, &date(at_ms)))
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_else(|| iso(at_ms))
}

fn exact_format() -> Intl::DateTimeFormat {
    let options = Object::new();
    for (name, value) in [
        ("day", "numeric"),
        ("month", "short"),
        ("year", "numeric"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("second", "2-digit"),
        ("hourCycle", "h23"),
        ("timeZoneName", "short"),
    ] {
        // Setting a property of a plain object does not fail.
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    Intl::DateTimeFormat::new(&Array::of1(&"en-GB".into()), &options)
}

fn date(at_ms: i64) -> Date {
    #[allow(clippy::cast_precision_loss, reason = "moments are far below 2^53")]
    let at_ms = at_ms as f64;
    Date::new(&at_ms.into())
}
