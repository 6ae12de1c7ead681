//! Times: relative on the page, exact on hover.

use docket_wire::UnixMs;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::Element;

use crate::browser::clock;
use crate::format::time::ago;

/// Older ages are in hours or days, and change with the minute.
const SECONDS_MATTER_MS: i64 = 3_600_000;

/// The context that ages follow.
#[derive(Clone, Copy)]
pub(crate) struct Now {
    /// The current time in Unix ms, updated every second.
    second: ReadSignal<i64>,
    /// The current minute since the epoch. A list has thousands of ages, and most are old.
    minute: Memo<i64>,
}

impl Now {
    /// The context of a clock in Unix ms.
    pub(crate) fn new(second: ReadSignal<i64>) -> Self {
        Self { second, minute: Memo::new(move |_| second.get() / 60_000) }
    }
}

/// The age of a time: `12 s ago`.
#[component]
pub(crate) fn Age(at: UnixMs) -> impl IntoView {
    let Now { second, minute } = expect_context();
    // A list has thousands of these, so there is no memo between clock and text: a text is written only when it differs.
    let age = move || {
        let age_ms = second.get_untracked() - at.0;
        if age_ms < SECONDS_MATTER_MS {
            second.track()
        } else {
            minute.track()
        }
        ago(age_ms)
    };
    view! { <time datetime=at.to_string()>{age}</time> }
}

/// Gives an [`Age`] its exact time once somebody points at it. The browser needs a tenth of a second on a slow phone before
/// it formats the first date, and a list would wait for it.
pub(crate) fn show_exact_times() {
    // It listens as long as the app lives.
    let _ = window_event_listener(leptos::ev::pointerover, |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let time = target.and_then(|element| element.closest("time:not([title])").ok().flatten());
        let at = time.as_ref().and_then(|time| time.get_attribute("datetime")?.parse::<UnixMs>().ok());
        if let (Some(time), Some(at)) = (time, at) {
            // Fails only for an invalid attribute name.
            let _ = time.set_attribute("title", &clock::exact(at.0));
        }
    });
}

/// An exact time.
#[component]
pub(crate) fn At(at: UnixMs) -> impl IntoView {
    view! { <time datetime=at.to_string()>{clock::exact(at.0)}</time> }
}
