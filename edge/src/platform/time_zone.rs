//! Time zones of the runtime's `Intl`.
//!
//! The binding to `Intl.DateTimeFormat` becomes unnecessary when the constructor in `js-sys` catches the exception for
//! an unknown zone. The parser of offsets becomes unnecessary when the runtime has `Temporal`.

use std::cell::Cell;

use docket_wire::{UnixMs, UtcOffsets, ZoneName};
use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The type of `js-sys`, with a constructor that may fail.
    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;

    #[wasm_bindgen(constructor, catch, js_namespace = Intl)]
    fn new(locale: &str, options: &Object) -> Result<DateTimeFormat, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn format(this: &DateTimeFormat, date: &Date) -> Result<String, JsValue>;
}

/// Both ends of a day, with the offsets before and after.
const CACHED: usize = 4;

/// The runtime does not know a zone.
pub(crate) struct UnknownZone;

pub(crate) struct Zone {
    /// `None` for UTC, whose offset is always 0.
    format: Option<DateTimeFormat>,
    /// The last lookups. A day ends where the next one begins, so most are needed twice.
    cache: Cell<[Option<(UnixMs, i32)>; CACHED]>,
}

impl Zone {
    /// The zone with this name.
    pub(crate) fn named(name: &ZoneName) -> Result<Self, UnknownZone> {
        let cache = Cell::default();
        if name.is_utc() {
            return Ok(Self { format: None, cache });
        }
        let options = Object::new();
        for (option, value) in [("timeZone", name.as_str()), ("timeZoneName", "longOffset")] {
            Reflect::set(&options, &option.into(), &value.into()).map_err(|_| UnknownZone)?;
        }
        let format = DateTimeFormat::new("en-US", &options).ok();
        let format = format.filter(|format| look_up(format, UnixMs(0)).is_some()).ok_or(UnknownZone)?;
        Ok(Self { format: Some(format), cache })
    }
}

impl UtcOffsets for Zone {
    fn offset_s(&self, at: UnixMs) -> i32 {
        let Some(format) = &self.format else { return 0 };
        let mut cache = self.cache.get();
        if let Some((_, offset_s)) = cache.iter().flatten().find(|(cached_at, _)| *cached_at == at) {
            return *offset_s;
        }
        // A valid zone has an offset at every moment.
        let offset_s = look_up(format, at).unwrap_or_default();
        cache.rotate_right(1);
        let [oldest, ..] = &mut cache;
        *oldest = Some((at, offset_s));
        self.cache.set(cache);
        offset_s
    }
}

/// The offset at a moment, from a text like `1/1/2026, GMT+05:30`.
fn look_up(format: &DateTimeFormat, at: UnixMs) -> Option<i32> {
    #[expect(clippy::cast_precision_loss, reason = "whole milliseconds of this century")]
    let date = Date::new(&JsValue::from_f64(at.0 as f64));
    let text = format.format(&date).ok()?;
    let (_, offset) = text.split_once("GMT")?;
    if offset.is_empty() {
        return Some(0);
    }
    let (sign, clock) = match offset.strip_prefix('+') {
        Some(clock) => (1, clock),
        None => (-1, offset.strip_prefix('-')?),
    };
    let mut seconds = 0;
    for (part, unit_s) in clock.split(':').zip([3600, 60, 1]) {
        seconds += part.parse::<i32>().ok().filter(|part| (0..60).contains(part))? * unit_s;
    }
    Some(sign * seconds)
}
