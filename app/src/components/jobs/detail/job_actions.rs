//! What a person can change about a job in Docket: polling, hiding and labels. The service is not involved.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry, JobPatch, ProjectId};
use leptos::prelude::*;

use super::run_again::RunAgain;
use crate::api::Mutation;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::jobs::actions::{labels, labels_text, polling_toggle};
use crate::texts::general;
use crate::texts::jobs::{details as texts, polling};

/// The form for labels, and the buttons that run the job again, stop polling and hide.
#[component]
pub(crate) fn JobActions(
    project: ProjectId,
    job: Memo<Option<Arc<JobEntry>>>,
    detail: Memo<Option<Arc<JobDetail>>>,
) -> impl IntoView {
    let pending = PendingMutation::new();
    let patch = move |patch: JobPatch| {
        if let Some(job) = job.get_untracked() {
            pending.start(Mutation::Patch(job.id.clone(), patch), || {});
        }
    };
    // A poll changes the job, but must not rebuild the form that a person is typing in.
    let can_stop = Memo::new(move |_| job.with(|job| job.as_deref().and_then(polling_toggle) == Some(false)));
    let is_hidden = Memo::new(move |_| job.with(|job| job.as_deref().is_some_and(|job| job.hidden)));
    let label_list = Memo::new(move |_| {
        job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
    });
    let save = Callback::new(move |text: String| match labels(&text) {
        Ok(labels) => patch(JobPatch { labels: Some(labels), ..JobPatch::default() }),
        Err(invalid) => pending.reject(texts::labels_not_saved(invalid)),
    });
    let form = move || {
        let (id, text) = ("labels".to_owned(), StoredValue::new(label_list.get()));
        view! { <TextForm id=id label=texts::LABELS_WITH_COMMAS text=text button=general::SAVE shortcut="l" on_send=save/> }
    };
    let stop_polling = move |_| patch(JobPatch { polling: Some(false), ..JobPatch::default() });
    let set_hidden = move |_| {
        patch(JobPatch { hidden: Some(!is_hidden.get_untracked()), ..JobPatch::default() });
    };
    let disabled = move || pending.is_pending().then_some("true");
    view! {
        <div class="actions job-actions">
            {form}
            <div class="actions__buttons">
                <RunAgain project=project detail=detail/>
                // `PollingNotice` has the button that resumes it.
                <Show when=move || can_stop.get()>
                    <button
                        type="button"
                        class="button"
                        aria-disabled=disabled
                        aria-keyshortcuts="p"
                        title=general::shortcut("p")
                        on:click=stop_polling
                    >
                        {polling::STOP_POLLING}
                    </button>
                </Show>
                <button
                    type="button"
                    class="button"
                    aria-disabled=disabled
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
