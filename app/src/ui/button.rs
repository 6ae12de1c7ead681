//! Buttons that do something at once. One type for all of them, for the reason given in `dynamic`.

use leptos::prelude::*;

use super::dynamic::Text;

/// A button called `name`. It is out of use while `is_off` says so, and tells by `is_open` whether what it opens is
/// open, if it opens something.
pub(crate) fn button(name: Text, is_off: Text, is_open: Text, press: impl Fn() + 'static) -> AnyView {
    let press: Box<dyn Fn()> = Box::new(press);
    view! {
        <button type="button" class="button" aria-disabled=is_off aria-expanded=is_open on:click=move |_| press()>
            {name}
        </button>
    }
    .into_any()
}

/// A button that is always in use and opens nothing.
pub(crate) fn plain_button(name: &'static str, press: impl Fn() + 'static) -> AnyView {
    button(fixed(name), never(), never(), press)
}

/// A text that does not change.
pub(crate) fn fixed(text: &'static str) -> Text {
    Box::new(move || Some(text.to_owned()))
}

/// An attribute that is not there.
pub(crate) fn never() -> Text {
    Box::new(|| None)
}
