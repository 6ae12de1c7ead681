//! What a person can change about a job in Docket: polling, hiding and labels. The service is not involved.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry, JobId, JobPatch, ProjectId};
use leptos::prelude::*;

use super::label_form::LabelForm;
use super::polling_button::PollingButton;
use super::run_again::RunAgain;
use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::state::jobs::polling::polling_toggle;
use crate::texts::general;
use crate::texts::jobs::details as texts;

/// The form for labels, and the buttons that run the job again, stop polling and hide.
#[component]
pub(crate) fn JobActions(
    project: ProjectId,
    id: JobId,
    job: Memo<Option<Arc<JobEntry>>>,
    detail: Memo<Option<Arc<JobDetail>>>,
    /// Whether the person has just stopped or resumed polling, or the focus is on the button for it.
    has_toggled: StoredValue<bool>,
) -> impl IntoView {
    // Labels can be saved while another change is under way.
    let (pending, pending_labels) = (PendingMutation::new(), PendingMutation::new());
    let is_hidden = Memo::new(move |_| job.with(|job| job.as_deref().is_some_and(|job| job.hidden)));
    let set_hidden = move |_| {
        if let Some(job) = job.get_untracked() {
            let patch = JobPatch { hidden: Some(!job.hidden), ..JobPatch::default() };
            pending.start(Mutation::Patch(job.id.clone(), patch), || {});
        }
    };
    view! {
        <div class="actions job-actions">
            <LabelForm project=project.clone() id=id.clone() job=job pending=pending_labels/>
            {pending_labels.error()}
            <div class="actions__buttons">
                <RunAgain project=project detail=detail/>
                <StopPolling id=id job=job pending=pending has_toggled=has_toggled/>
                <button
                    type="button"
                    class="button"
                    aria-disabled=move || pending.is_pending().then_some("true")
                    aria-keyshortcuts="h"
                    title=general::shortcut("h")
                    on:click=set_hidden
                >
                    {move || if is_hidden.get() { texts::UNHIDE } else { general::HIDE }}
                </button>
            </div>
            {pending.error()}
        </div>
    }
}

/// The button that stops polling. `PollingNotice` has the one that resumes it.
#[component]
fn StopPolling(
    id: JobId,
    job: Memo<Option<Arc<JobEntry>>>,
    pending: PendingMutation,
    has_toggled: StoredValue<bool>,
) -> impl IntoView {
    let can_stop = Memo::new(move |_| job.with(|job| job.as_deref().and_then(polling_toggle) == Some(false)));
    Effect::new(move |before: Option<bool>| {
        let can_stop = can_stop.get();
        // The button that stops polling is replaced by the one of the notice, and the other way round, also when somebody else
        // presses it. The focus follows only from there, and not if the job ended.
        if before.is_some_and(|before| before != can_stop) && has_toggled.get_value() {
            has_toggled.set_value(false);
            focus::move_if_on("body", vec!["main [aria-keyshortcuts=p]".to_owned(), "h1".to_owned()]);
        }
        can_stop
    });
    view! {
        <Show when=move || can_stop.get()>
            <PollingButton id=id.clone() is_on=false pending=pending has_toggled=has_toggled/>
        </Show>
    }
}
