//! Errors where they happen.

use leptos::prelude::*;

use super::button::plain_button;
use crate::api::ApiError;

/// What went wrong, and a way on if there is one.
#[component]
pub(crate) fn ErrorNotice(
    /// What went wrong.
    error: ApiError,
    /// What to do about it: trying again.
    #[prop(optional, into)]
    on_retry: Option<Callback<()>>,
) -> impl IntoView {
    let retry = on_retry.map(|retry| plain_button("Try again", move || retry.run(())));
    view! {
        <div class="notice notice--error" role="alert">
            <p class="notice__text">{error.message}<RequestName id=error.request_id/></p>
            {retry}
        </div>
    }
}

/// The name of a request in the edge's log, for whoever is asked for help.
#[component]
pub(crate) fn RequestName(id: Option<String>) -> impl IntoView {
    id.map(|id| view! { " " <span class="request-name">"Request " {id}</span> })
}
