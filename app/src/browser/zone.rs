//! The browser's time zones: `Intl` knows them, so that no database of zones has to be loaded.

use docket_wire::{Day, ZoneName};
use js_sys::wasm_bindgen::{JsCast, JsValue};
use js_sys::{Array, Date, Function, Intl, Object, Reflect};

/// The day that it is in a zone. None if the browser does not know the zone.
pub(crate) fn today(now_ms: i64, zone: &ZoneName) -> Option<Day> {
    let options = Object::new();
    Reflect::set(&options, &"timeZone".into(), &zone.as_str().into()).ok()?;
    // Sweden writes days as ISO 8601 does. Reflection, since the binding of the constructor does not catch.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let constructor: Function = Reflect::get(&intl, &"DateTimeFormat".into()).ok()?.dyn_into().ok()?;
    let format: Intl::DateTimeFormat =
        Reflect::construct(&constructor, &Array::of2(&"sv-SE".into(), &options)).ok()?.unchecked_into();
    #[allow(clippy::cast_precision_loss, reason = "moments are far below 2^53")]
    let date = Date::new(&(now_ms as f64).into());
    let text = format.format().call1(&JsValue::UNDEFINED, &date).ok()?.as_string()?;
    text.parse().ok()
}

/// The browser's own zone, or UTC if it does not tell.
pub(crate) fn local() -> ZoneName {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    let name = Reflect::get(&options, &"timeZone".into()).ok().and_then(|name| name.as_string());
    name.and_then(|name| ZoneName::try_from(name).ok()).unwrap_or_else(ZoneName::utc)
}

/// All zones that the browser knows by name.
pub(crate) fn all() -> Vec<String> {
    let names = Reflect::get(&js_sys::global(), &"Intl".into())
        .and_then(|intl| Reflect::get(&intl, &"supportedValuesOf".into()))
        .and_then(JsCast::dyn_into::<Function>)
        .and_then(|list| list.call1(&JsValue::UNDEFINED, &"timeZone".into()));
    names
        .map(|names| Array::from(&names).iter().filter_map(|name| name.as_string()).collect())
        .unwrap_or_default()
}
