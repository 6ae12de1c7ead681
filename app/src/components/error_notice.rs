//! Errors, shown where they occur.

use leptos::prelude::*;

use crate::api::ApiError;

/// The message of an error, with a button to retry if there is a way to.
#[component]
pub(crate) fn ErrorNotice(
    /// The error.
    error: ApiError,
    /// Retries what failed.
    #[prop(optional, into)]
    on_retry: Option<Callback<()>>,
) -> impl IntoView {
    let retry = on_retry.map(|retry| {
        view! { <button type="button" class="button" on:click=move |_| retry.run(())>"Try again"</button> }
    });
    view! {
        <div class="notice notice--error" role="alert">
            <p class="notice__text">{error.message}<RequestId id=error.request_id/></p>
            {retry}
        </div>
    }
}

/// The id of a request, which finds it in the edge's log.
#[component]
pub(crate) fn RequestId(id: Option<String>) -> impl IntoView {
    id.map(|id| view! { " " <span class="request-id">"Request " {id}</span> })
}
