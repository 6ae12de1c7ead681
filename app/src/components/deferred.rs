//! Parts of a page that are built in tasks of their own.

use std::time::Duration;

use leptos::prelude::*;

/// Builds its children after what is around it, in a task of their own: a long page in one task would leave the person's input
/// unanswered while it is built.
#[component]
pub(crate) fn Deferred(children: ChildrenFn) -> impl IntoView {
    let is_due = RwSignal::new(false);
    let build = move || {
        // The person may have left the page meanwhile.
        is_due.try_set(true);
    };
    set_timeout(build, Duration::ZERO);
    move || is_due.get().then(|| children())
}
