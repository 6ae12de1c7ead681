//! The browser's clock, random numbers and date formats.

use std::cell::{Cell, RefCell};

use docket_wire::UnixMs;
use js_sys::wasm_bindgen::JsValue;
use js_sys::{Array, Date, Intl, Object, Reflect};
use leptos::prelude::window;

use crate::format::locale::DIGITS;
use crate::format::time::clock_error_ms;

thread_local! {
    /// How far the browser's clock is behind the server's.
    static BEHIND_MS: Cell<i64> = const { Cell::new(0) };
    static ON_CORRECTION: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
}

/// The current time in Unix ms.
pub(crate) fn now_ms() -> i64 {
    browser_ms() + BEHIND_MS.get()
}

/// Corrects the clock by the `Date` of a response that has just arrived, or that the page requested before the app was there.
pub(crate) fn correct(date: &str, was_ahead: bool) {
    // Not a number for anything but a date, and that is 0 as an integer.
    #[expect(clippy::cast_possible_truncation, reason = "whole milliseconds, far below 2^53")]
    let server_ms = Date::parse(date) as i64;
    let waited_ms = if was_ahead { page_age_ms() } else { 0 };
    let behind_ms = clock_error_ms(server_ms, browser_ms(), BEHIND_MS.get(), waited_ms);
    if BEHIND_MS.replace(behind_ms) != behind_ms {
        ON_CORRECTION.with_borrow(|then| then.iter().for_each(|then| then()));
    }
}

/// Calls `then` each time the clock is corrected, also while the page is hidden: what compares times of the server with an
/// earlier reading of the clock would be wrong until the next one.
pub(crate) fn on_correction(then: impl Fn() + 'static) {
    ON_CORRECTION.set(Some(Box::new(then)));
}

/// How long ago the page was opened. No correction of the clock changes it.
pub(crate) fn page_age_ms() -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds, far below 2^53")]
    let age_ms = window().performance().map_or(0.0, |performance| performance.now()) as i64;
    age_ms
}

fn browser_ms() -> i64 {
    whole_ms(&Date::new_0())
}

/// A random number from 0 to 1.
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// A random UUID. Empty without a secure context, where Docket does not run.
pub(crate) fn uuid() -> String {
    window().crypto().map(|crypto| crypto.random_uuid()).unwrap_or_default()
}

/// A time for people: to the second, in the browser's time zone, with the name of the zone.
pub(crate) fn exact(at_ms: i64) -> String {
    thread_local! {
        static FORMAT: Intl::DateTimeFormat = format(&[("dateStyle", "medium"), ("timeStyle", "long")]);
    }
    FORMAT.with(|format| written(format, at_ms))
}

/// The day of a time for people, in the browser's time zone.
pub(crate) fn day(at_ms: i64) -> String {
    thread_local! {
        static FORMAT: Intl::DateTimeFormat = format(&[("dateStyle", "medium")]);
    }
    FORMAT.with(|format| written(format, at_ms))
}

/// The day that begins at a moment, for people; the exact time if none begins then in the browser's time zone.
pub(crate) fn day_or_exact(at_ms: i64) -> String {
    let is_start = start_of_day(&date(at_ms), 0) == at_ms;
    if is_start { day(at_ms) } else { exact(at_ms) }
}

/// The time of day for people, to the minute, in the browser's time zone.
pub(crate) fn time_of_day(at_ms: i64) -> String {
    thread_local! {
        static FORMAT: Intl::DateTimeFormat = format(&[("timeStyle", "short")]);
    }
    FORMAT.with(|format| written(format, at_ms))
}

/// The start of the day `days_ago`, in the browser's time zone, in Unix ms.
pub(crate) fn midnight(days_ago: i32) -> i64 {
    start_of_day(&date(now_ms()), days_ago)
}

/// The first moment of the day this many days before a moment. It is later than midnight where clocks skip that.
fn start_of_day(of: &Date, days_ago: i32) -> i64 {
    let part = |number: u32| i32::try_from(number).unwrap_or_default();
    let day = part(of.get_date()) - days_ago;
    whole_ms(&Date::new_with_year_month_day(of.get_full_year(), part(of.get_month()), day))
}

/// A format of the person's language and region.
fn format(options: &[(&str, &str)]) -> Intl::DateTimeFormat {
    let values = Object::new();
    for (name, value) in [DIGITS].iter().chain(options) {
        // Setting a property of a plain object does not fail.
        let _ = Reflect::set(&values, &(*name).into(), &(*value).into());
    }
    Intl::DateTimeFormat::new(&Array::new(), &values)
}

fn written(format: &Intl::DateTimeFormat, at_ms: i64) -> String {
    let text = format.format().call1(&JsValue::UNDEFINED, &date(at_ms));
    text.ok().and_then(|text| text.as_string()).unwrap_or_else(|| UnixMs(at_ms).to_string())
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
