//! The button that stops or resumes the polling of a job.

use docket_wire::{JobId, JobPatch};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::texts::general;
use crate::texts::jobs::polling as texts;

/// Sets the polling of a job to `is_on`.
#[component]
pub(super) fn PollingButton(
    id: JobId,
    is_on: bool,
    pending: PendingMutation,
    /// Whether the person has just pressed the button, or the focus is on it.
    has_toggled: StoredValue<bool>,
) -> impl IntoView {
    let forget = move || {
        has_toggled.try_set_value(false);
    };
    let toggle = move |_| {
        if pending.is_pending_untracked() {
            return;
        }
        has_toggled.set_value(true);
        let patch = JobPatch { polling: Some(is_on), ..JobPatch::default() };
        pending.start_or(Mutation::Patch(id.clone(), patch), || {}, forget);
    };
    view! {
        <button
            type="button"
            class="button"
            aria-disabled=move || pending.is_pending().then_some("true")
            aria-keyshortcuts="p"
            title=general::shortcut("p")
            on:focusin=move |_| has_toggled.set_value(true)
            on:focusout=move |event| focus::when_left(&event, forget)
            on:click=toggle
        >
            {if is_on { texts::RESUME_POLLING } else { texts::STOP_POLLING }}
        </button>
    }
}
