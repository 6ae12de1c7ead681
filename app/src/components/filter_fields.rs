//! Fields of a form whose values are in the URL.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

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

/// The name and value of the field that an event comes from.
pub(crate) fn changed_field(event: &Event) -> Option<(String, String)> {
    // A select has the same two properties as an input.
    let field = event.target()?.unchecked_into::<HtmlInputElement>();
    let is_off = field.type_() == "checkbox" && !field.checked();
    Some((field.name(), if is_off { String::new() } else { field.value() }))
}
