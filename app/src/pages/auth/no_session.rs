//! The pages before the edge has said whether there is a session.

use leptos::prelude::*;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::use_console;
use crate::texts::auth::sign_in as texts;
use crate::ui::Heading;

/// The edge has not responded yet.
#[component]
pub(super) fn Loading() -> impl IntoView {
    view! { <p class="loading" role="status">{texts::LOADING_DOCKET}</p> }
}

/// The session could not be loaded.
#[component]
pub(super) fn Failed(error: ApiError) -> impl IntoView {
    let auth = use_console().auth;
    let name = if error.is_signed_out() { texts::CANNOT_SIGN_IN } else { texts::CANNOT_REACH_DOCKET };
    view! {
        <main class="standalone">
            <Heading name=name/>
            <ErrorNotice error=error on_retry=Callback::new(move |()| auth.load())/>
        </main>
    }
}
