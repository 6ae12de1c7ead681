//! The button that ends sessions.

use docket_wire::{CallerName, SessionId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;

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
    words: &'static str,
    #[prop(into)] label: String,
    target: EndTarget,
    on_ended: Callback<()>,
) -> impl IntoView {
    let api = Console::here().api;
    let is_sending = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let end = move |_| {
        if is_sending.get_untracked() {
            return;
        }
        let target = target.clone();
        is_sending.set(true);
        error.set(None);
        spawn_local(async move {
            let outcome = match &target {
                EndTarget::Session(id) => api.end_session(id).await,
                EndTarget::AllOf(person) => api.end_sessions(person.as_ref()).await,
            };
            // The person may have left the page meanwhile.
            is_sending.try_set(false);
            match outcome {
                // What has ended meanwhile is gone from the list as well.
                Err(failed) if !failed.is_not_found() => drop(error.try_set(Some(failed))),
                _ => drop(on_ended.try_run(())),
            }
        });
    };
    view! {
        <button
            type="button"
            class="button list-stop"
            aria-label=label
            aria-disabled=move || is_sending.get().then_some("true")
            on:click=end
        >
            {words}
        </button>
        {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
    }
}
