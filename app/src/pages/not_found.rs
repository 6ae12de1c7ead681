//! A path without a page.

use leptos::prelude::*;

use crate::paths::Page;
use crate::ui::Heading;

/// Says so, and links to the jobs.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    view! {
        <div class="alone">
            <Heading name="Page not found"/>
            <p>"Check the address. The project may not be part of this deployment."</p>
            <p><a href=Page::Home.to_string()>"Go to your jobs"</a></p>
        </div>
    }
}
