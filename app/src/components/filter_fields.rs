//! Fields of a form whose values are in the URL.

use docket_wire::UnixMs;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use crate::browser::clock;
use crate::state::console::use_console;
use crate::texts::periods as texts;

/// The periods to filter by: from the start of the day this many days ago until now.
const PERIODS: [(i32, &str); 3] = [(0, texts::TODAY), (6, texts::LAST_7_DAYS), (29, texts::LAST_30_DAYS)];

/// The options of a select: the known ones, and `current` as `current_name` if it is none of them.
pub(crate) fn options(known: Vec<(String, &str)>, current: &str, current_name: String) -> AnyView {
    let other =
        known.iter().all(|(value, _)| value != current).then(|| (current.to_owned(), current_name.as_str()));
    let option = |(value, name): (String, &str)| {
        let is_selected = value == current;
        view! { <option value=value prop:selected=is_selected>{name.to_owned()}</option> }
    };
    known.into_iter().chain(other).map(option).collect_view().into_any()
}

/// The options of a select for the start of a period.
pub(crate) fn period_options(since: impl Fn() -> Option<UnixMs>) -> impl Fn() -> AnyView {
    // A page may be open at midnight.
    let now_ms = use_console().now_ms;
    let today = Memo::new(move |_| {
        now_ms.track();
        clock::midnight(0)
    });
    move || {
        let since = since();
        let current = since.map(|since| since.to_string()).unwrap_or_default();
        let mut periods = vec![(String::new(), texts::ANY_TIME)];
        today.track();
        periods.extend(PERIODS.map(|(days, name)| (UnixMs(clock::midnight(days)).to_string(), name)));
        let other = since.map(|since| texts::since(&clock::day_or_exact(since.0))).unwrap_or_default();
        options(periods, &current, other)
    }
}

/// The name and value of the field that an event comes from.
pub(crate) fn changed_field(event: &Event) -> Option<(String, String)> {
    // A select has the same two properties as an input.
    let field = event.target()?.unchecked_into::<HtmlInputElement>();
    let is_off = field.type_() == "checkbox" && !field.checked();
    Some((field.name(), if is_off { String::new() } else { field.value() }))
}
