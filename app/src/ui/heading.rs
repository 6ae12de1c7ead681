//! The heading of a page, which is also what the window is called and what is focused on arrival.

use leptos::prelude::*;

use crate::browser::page;

/// The `h1` of a page. `name` also becomes the title of the window.
#[component]
pub(crate) fn Heading(
    /// What the page is called.
    #[prop(into)]
    name: Signal<String>,
    /// Whether it is there for the ear alone.
    #[prop(optional)]
    is_hidden: bool,
) -> impl IntoView {
    Effect::new(move || page::set_title(&format!("{} · Docket", name.get())));
    view! {
        <h1 tabindex="-1" class="heading" class:visually-hidden=is_hidden>{name}</h1>
    }
}
