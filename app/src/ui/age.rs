//! Times: relative on the page, exact on hover.

use docket_wire::UnixMs;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::Element;

use crate::browser::clock;
use crate::format::time::{ago, with_moments};

/// The context that ages follow: the current time in Unix ms, updated every second.
#[derive(Clone, Copy)]
pub(crate) struct Now(pub(crate) ReadSignal<i64>);

/// The age of a time: `12 s ago`.
#[component]
pub(crate) fn Age(at: UnixMs) -> impl IntoView {
    let Now(now_ms) = expect_context();
    // Without a memo, because a page would have hundreds. The text node is written only when its text differs.
    view! { <time datetime=at.to_string()>{move || ago(now_ms.get() - at.0)}</time> }
}

/// Gives an [`Age`] its exact time whenever somebody points at it, because the time may have changed. The browser needs a
/// tenth of a second on a slow phone before it formats the first date, and a list would wait for it.
pub(crate) fn show_exact_times() {
    // It listens as long as the app lives.
    let _ = window_event_listener(leptos::ev::pointerover, |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let time = target.and_then(|element| element.closest("time").ok().flatten());
        let at = time.as_ref().and_then(|time| time.get_attribute("datetime")?.parse::<UnixMs>().ok());
        if let (Some(time), Some(at)) = (time, at) {
            // Fails only for an invalid attribute name.
            let _ = time.set_attribute("title", &clock::exact(at.0));
        }
    });
}

/// A sentence of the edge, with its moments in the person's time zone and language.
pub(crate) fn in_local_time(sentence: &str) -> String {
    with_moments(sentence, clock::exact)
}

#[component]
pub(crate) fn At(at: UnixMs) -> impl IntoView {
    view! { <time datetime=at.to_string()>{clock::exact(at.0)}</time> }
}
