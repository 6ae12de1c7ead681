//! An address that leads nowhere.

use leptos::prelude::*;

use crate::paths::Page;
use crate::ui::Heading;

/// Says so, and leads back.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    view! {
        <div class="alone">
            <Heading name="Nothing here"/>
            <p>"No page has this address. It may have been mistyped, or the project is not one of Docket's."</p>
            <p><a href=Page::Home.to_string()>"Go to your jobs"</a></p>
        </div>
    }
}
