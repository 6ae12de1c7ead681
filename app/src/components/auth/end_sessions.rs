//! The button that ends sessions.

use docket_wire::{CallerName, SessionId};
use leptos::prelude::*;

use crate::components::error_notice::RequestError;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;

/// What to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EndTarget {
    Session(SessionId),
    /// All sessions of a person except the current one; without a name, one's own.
    AllOf(Option<CallerName>),
}

/// Ends sessions. It does not ask first: who loses one signs in again, and drafts stay in the browser.
#[component]
pub(crate) fn EndButton(
    text: &'static str,
    #[prop(into)] label: String,
    target: EndTarget,
    on_ended: Callback<()>,
) -> impl IntoView {
    let api = use_console().api;
    let request = PendingRequest::new();
    let end = move |_| {
        let target = target.clone();
        request.run(async move {
            let result = match &target {
                EndTarget::Session(id) => api.end_session(id).await,
                EndTarget::AllOf(person) => api.end_sessions(person.as_ref()).await,
            };
            match result {
                Err(error) if !error.is_not_found() => Err(error),
                // What has ended meanwhile is gone from the list as well.
                _ => {
                    on_ended.try_run(());
                    Ok(())
                }
            }
        });
    };
    view! {
        <button
            type="button"
            class="button list-stop"
            aria-label=label
            aria-disabled=move || request.is_pending().then_some("true")
            on:click=end
        >
            {text}
        </button>
        <RequestError request=request/>
    }
}
