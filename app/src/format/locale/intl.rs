//! The browser's own formats. Each is made when it is needed first, which takes a slow phone up to a tenth of a second.

use docket_wire::{Day, UnixMs};
use js_sys::wasm_bindgen::JsValue;
use js_sys::{Array, Date, Intl, Object, Reflect};

use super::DIGITS;

thread_local! {
    static COUNT: Intl::NumberFormat = numbers(&[]);
    static ONE_DECIMAL: Intl::NumberFormat =
        numbers(&[("minimumFractionDigits", 1.into()), ("maximumFractionDigits", 1.into())]);
    static PERCENTAGE: Intl::NumberFormat = numbers(&[
        ("style", "percent".into()),
        ("minimumFractionDigits", 1.into()),
        ("maximumFractionDigits", 1.into()),
    ]);
    static WHOLE_PERCENTAGE: Intl::NumberFormat = numbers(&[("style", "percent".into())]);
    static DAY: Intl::DateTimeFormat = days(&[("year", "numeric")]);
    static MONTH_DAY: Intl::DateTimeFormat = days(&[]);
}

/// A whole number: `12,481`.
pub(crate) fn count(n: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let text = COUNT.with(|format| number(format, n as f64));
    text.unwrap_or_else(|| n.to_string())
}

/// A number of tenths, as one with a decimal: `1,253.4`.
pub(crate) fn tenths(n: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "sizes in megabytes are far below 2^53")]
    let text = ONE_DECIMAL.with(|format| number(format, n as f64 / 10.0));
    text.unwrap_or_else(|| (n / 10).to_string())
}

/// A share with one decimal: `22.1%`.
pub(crate) fn percentage(share: f64) -> String {
    PERCENTAGE.with(|format| number(format, share)).unwrap_or_else(|| rounded(share))
}

/// A share without decimals: `4,120%`.
pub(crate) fn whole_percentage(share: f64) -> String {
    WHOLE_PERCENTAGE.with(|format| number(format, share)).unwrap_or_else(|| rounded(share))
}

/// A day: `Oct 23, 2026`.
pub(crate) fn day(day: Day) -> String {
    DAY.with(|format| date(format, day))
}

/// A day of a year that is known: `Oct 23`.
pub(crate) fn month_day(day: Day) -> String {
    MONTH_DAY.with(|format| date(format, day))
}

/// A first and a last day: `Oct 23 – Nov 21, 2026`. What both have in common is written once.
pub(crate) fn day_range(from: Day, to: Day) -> String {
    let range = DAY.with(|format| format.format_range(&start_of(from), &start_of(to)));
    range.map_or_else(|_| format!("{from} – {to}"), |text| isolated(text.into()))
}

/// A text that is written from right to left, apart from the text around it, which would change its order.
fn isolated(text: String) -> String {
    const FIRST_STRONG_ISOLATE: char = '\u{2068}';
    const POP_ISOLATE: char = '\u{2069}';
    // Hebrew, Arabic and the scripts between and after them.
    let is_right_to_left = text.chars().any(|char| ('\u{590}'..='\u{8ff}').contains(&char));
    if is_right_to_left { format!("{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}") } else { text }
}

/// A share, for browsers that cannot format it. It is a whole number, because Rust's code for fractions takes 5 kB.
fn rounded(share: f64) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "a share of visitors, in percent")]
    let percent = (share * 100.0).round() as i64;
    format!("{percent}%")
}

fn number(format: &Intl::NumberFormat, n: f64) -> Option<String> {
    format.format().call1(&JsValue::UNDEFINED, &n.into()).ok()?.as_string()
}

fn date(format: &Intl::DateTimeFormat, day: Day) -> String {
    let text = format.format().call1(&JsValue::UNDEFINED, &start_of(day));
    text.ok().and_then(|text| text.as_string()).unwrap_or_else(|| day.to_string())
}

/// The start of a day in UTC, the zone that the formats of days have.
fn start_of(day: Day) -> Date {
    let UnixMs(ms) = day.utc_start();
    #[allow(clippy::cast_precision_loss, reason = "times are far below 2^53")]
    Date::new(&(ms as f64).into())
}

fn numbers(options: &[(&str, JsValue)]) -> Intl::NumberFormat {
    let values = Object::new();
    let digits = (DIGITS.0, DIGITS.1.into());
    for (name, value) in [digits].iter().chain(options) {
        // Setting a property of a plain object does not fail.
        let _ = Reflect::set(&values, &(*name).into(), value);
    }
    Intl::NumberFormat::new(&Array::new(), &values)
}

fn days(options: &[(&str, &str)]) -> Intl::DateTimeFormat {
    let values = Object::new();
    for (name, value) in
        [DIGITS, ("day", "numeric"), ("month", "short"), ("timeZone", "UTC")].iter().chain(options)
    {
        // Setting a property of a plain object does not fail.
        let _ = Reflect::set(&values, &(*name).into(), &(*value).into());
    }
    Intl::DateTimeFormat::new(&Array::new(), &values)
}
