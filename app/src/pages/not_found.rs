//! A path without a page.

use leptos::prelude::*;

use crate::paths::Page;
use crate::texts::shell as texts;
use crate::ui::Heading;

/// Says so, and links to the jobs.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    view! {
        <div class="alone">
            <Heading name=texts::PAGE_NOT_FOUND/>
            <p>{texts::CHECK_THE_ADDRESS}</p>
            <p><a href=Page::Home.to_string()>{texts::GO_TO_YOUR_JOBS}</a></p>
        </div>
    }
}
