//! The pages before the edge has said whether there is a session.

use leptos::prelude::*;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;
use crate::ui::Heading;

/// The edge has not responded yet.
#[component]
pub(super) fn Loading() -> impl IntoView {
    view! { <p class="loading" role="status">"Loading Docket…"</p> }
}

/// The session could not be loaded.
#[component]
pub(super) fn Failed(error: ApiError) -> impl IntoView {
    let auth = Console::here().auth;
    let name = if error.is_signed_out() { "Cannot sign in" } else { "Cannot reach Docket" };
    view! {
        <main class="alone">
            <Heading name=name/>
            <ErrorNotice error=error on_retry=Callback::new(move |()| auth.load())/>
        </main>
    }
}
