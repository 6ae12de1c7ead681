//! The page if the edge has not said whether there is a session.

use leptos::prelude::*;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::use_console;
use crate::texts::auth::sign_in as texts;
use crate::ui::Heading;

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
