//! The heading of a page: also the title of the window, and the focus after navigation.

use leptos::prelude::*;

use crate::browser::title;

/// The `h1` of a page. `name` also becomes the title of the window.
#[component]
pub(crate) fn Heading(
    #[prop(into)] name: Signal<String>,
    /// Whether only screen readers see it.
    #[prop(optional)]
    is_hidden: bool,
) -> impl IntoView {
    Effect::new(move || title::set_page(name.get()));
    view! {
        <h1 tabindex="-1" class="heading" dir="auto" class:visually-hidden=is_hidden>{name}</h1>
    }
}
