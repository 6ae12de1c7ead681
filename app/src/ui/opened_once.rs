//! Content that is rendered when somebody first opens it.

use leptos::prelude::*;

/// Whether something has been opened, and the function to call whenever it opens. It stays opened, so that its content is rendered
/// once, however often it is opened and closed: what a person typed in it stays there.
pub(crate) fn opened_once(is_open: bool) -> (ReadSignal<bool>, impl Fn() + Copy + 'static) {
    let (is_opened, set_opened) = signal(is_open);
    let open = move || {
        if !is_opened.get_untracked() {
            set_opened.set(true);
        }
    };
    (is_opened, open)
}
