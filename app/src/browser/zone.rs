//! Time zones, from the browser's `Intl`, which spares the app a time zone database.

use docket_wire::{Day, ZoneName};
use js_sys::wasm_bindgen::{JsCast, JsValue};
use js_sys::{Array, Date, Function, Intl, Object, Reflect};

use crate::format::time::HOUR;

/// The current day in a time zone. `None` if the browser does not support the zone.
pub(crate) fn today(now_ms: i64, zone: &ZoneName) -> Option<Day> {
    let options = Object::new();
    Reflect::set(&options, &"timeZone".into(), &zone.as_str().into()).ok()?;
    // The Swedish locale formats days as ISO 8601. Reflection, because the bound constructor does not catch errors.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let constructor: Function = Reflect::get(&intl, &"DateTimeFormat".into()).ok()?.dyn_into().ok()?;
    let format: Intl::DateTimeFormat =
        Reflect::construct(&constructor, &Array::of2(&"sv-SE".into(), &options)).ok()?.unchecked_into();
    #[allow(clippy::cast_precision_loss, reason = "a time in ms is far below 2^53")]
    let date = Date::new(&(now_ms as f64).into());
    let text = format.format().call1(&JsValue::UNDEFINED, &date).ok()?.as_string()?;
    text.parse().ok()
}

/// Whether a time zone has a day: its clocks may have skipped it, as those of Samoa did with 2011-12-30.
pub(crate) fn has_day(day: Day, zone: &ZoneName) -> bool {
    // Noon is within 14 hours of that of UTC, in every zone.
    let start_ms = day.utc_start().0;
    (-1..=3).any(|half_day| today(start_ms + half_day * 12 * HOUR, zone) == Some(day))
}

/// The browser's own time zone, or UTC if it reports none.
pub(crate) fn local() -> ZoneName {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    let name = Reflect::get(&options, &"timeZone".into()).ok().and_then(|name| name.as_string());
    name.and_then(|name| ZoneName::try_from(name).ok()).unwrap_or_else(ZoneName::utc)
}

/// The names of all time zones that the browser supports.
pub(crate) fn all() -> Vec<String> {
    let names = Reflect::get(&js_sys::global(), &"Intl".into())
        .and_then(|intl| Reflect::get(&intl, &"supportedValuesOf".into()))
        .and_then(JsCast::dyn_into::<Function>)
        .and_then(|list| list.call1(&JsValue::UNDEFINED, &"timeZone".into()));
    names
        .map(|names| Array::from(&names).iter().filter_map(|name| name.as_string()).collect())
        .unwrap_or_default()
}
