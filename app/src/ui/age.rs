//! Moments: relative on the page, exact on hover.

use docket_wire::UnixMs;
use leptos::prelude::*;

use crate::browser::clock;
use crate::format::time::ago;
use crate::state::console::Console;
use crate::ui::text;

/// How long ago something was: `12 s ago`.
#[component]
pub(crate) fn Age(at: UnixMs) -> impl IntoView {
    let now_ms = Console::here().now_ms;
    // The clock moves every second; the text does not.
    let age = Memo::new(move |_| ago(now_ms.get() - at.0));
    view! { <time datetime=clock::iso(at.0) title=clock::exact(at.0)>{text(move || age.get())}</time> }
}

/// When something was, written out.
#[component]
pub(crate) fn At(at: UnixMs) -> impl IntoView {
    view! { <time datetime=clock::iso(at.0)>{clock::exact(at.0)}</time> }
}
