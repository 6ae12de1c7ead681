//! The button at the end of a list that is loaded page by page.

use leptos::prelude::*;

use crate::texts::general;

/// Loads the next page. While it loads, the button stays where it is and has the focus, but does nothing.
#[component]
pub(crate) fn LoadMoreButton(
    label: &'static str,
    #[prop(into)] is_loading: Signal<bool>,
    on_load: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button"
            aria-disabled=move || is_loading.get().then_some("true")
            aria-keyshortcuts="m"
            title=general::shortcut("m")
            on:click=move |_| on_load.run(())
        >
            {move || if is_loading.get() { general::LOADING } else { label }}
        </button>
    }
}
