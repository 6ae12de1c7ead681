//! Times: relative on the page, exact on hover.

use docket_wire::UnixMs;
use leptos::prelude::*;

use crate::browser::clock;
use crate::format::time::ago;

/// The context that ages follow: the current time in Unix ms.
#[derive(Clone, Copy)]
pub(crate) struct Now(pub(crate) ReadSignal<i64>);

/// The age of a time: `12 s ago`.
#[component]
pub(crate) fn Age(at: UnixMs) -> impl IntoView {
    let Now(now_ms) = expect_context();
    // The clock changes every second, the text less often.
    let age = Memo::new(move |_| ago(now_ms.get() - at.0));
    view! { <time datetime=clock::iso(at.0) title=clock::exact(at.0)>{age}</time> }
}

/// An exact time.
#[component]
pub(crate) fn At(at: UnixMs) -> impl IntoView {
    view! { <time datetime=clock::iso(at.0)>{clock::exact(at.0)}</time> }
}
