//! The browser's clock, random numbers and date formats.

use docket_wire::UnixMs;
use js_sys::wasm_bindgen::JsValue;
use js_sys::{Array, Date, Intl, Object, Reflect};

/// The current time in Unix ms.
pub(crate) fn now_ms() -> i64 {
    whole_ms(&Date::new_0())
}

/// A random number from 0 to 1.
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// A random UUID. Empty without a secure context, where Docket does not run.
pub(crate) fn uuid() -> String {
    leptos::prelude::window().crypto().map(|crypto| crypto.random_uuid()).unwrap_or_default()
}

/// A time for people: to the second, in the browser's time zone, with the name of the zone.
pub(crate) fn exact(at_ms: i64) -> String {
    thread_local! {
        static FORMAT: Intl::DateTimeFormat = exact_format();
    }
    FORMAT
        .with(|format| format.format().call1(&JsValue::UNDEFINED, &date(at_ms)))
        .ok()
        .and_then(|text| text.as_string())
        .unwrap_or_else(|| UnixMs(at_ms).to_string())
}

/// The day of a time for people, in the browser's time zone.
pub(crate) fn day(at_ms: i64) -> String {
    let exact = exact(at_ms);
    exact.split_once(", ").map_or_else(|| exact.clone(), |(day, _)| day.to_owned())
}

/// The start of the day `days_ago`, in the browser's time zone, in Unix ms.
pub(crate) fn midnight(days_ago: i32) -> i64 {
    let now = Date::new_0();
    let part = |number: u32| i32::try_from(number).unwrap_or_default();
    let day = part(now.get_date()) - days_ago;
    whole_ms(&Date::new_with_year_month_day(now.get_full_year(), part(now.get_month()), day))
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

fn whole_ms(date: &Date) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "whole milliseconds, far below 2^53")]
    let ms = date.get_time() as i64;
    ms
}

fn date(at_ms: i64) -> Date {
    #[allow(clippy::cast_precision_loss, reason = "times are far below 2^53")]
    let at_ms = at_ms as f64;
    Date::new(&at_ms.into())
}
