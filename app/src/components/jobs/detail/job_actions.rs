//! What a person can change about a job in Docket: polling, hiding and labels. The service is not involved.

use std::sync::Arc;

use docket_wire::{JobDetail, JobEntry, JobPatch, ProjectId};
use leptos::prelude::*;

use super::run_again::RunAgain;
use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::Console;
use crate::state::jobs::actions::polling_toggle;
use crate::state::jobs::labels::{labels, labels_text};
use crate::texts::general;
use crate::texts::jobs::{details as texts, polling};

/// The form for labels, and the buttons that run the job again, stop polling and hide.
#[component]
pub(crate) fn JobActions(
    project: ProjectId,
    job: Memo<Option<Arc<JobEntry>>>,
    detail: Memo<Option<Arc<JobDetail>>>,
    /// Whether the person has just stopped or resumed polling.
    has_toggled: StoredValue<bool>,
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
    Effect::new(move |before: Option<bool>| {
        let can_stop = can_stop.get();
        // The button that stops polling is replaced by the one of the notice, and the other way round. The focus follows only if
        // the person pressed one of them, and not if the job ended.
        if before.is_some_and(|before| before != can_stop) && has_toggled.get_value() {
            has_toggled.set_value(false);
            focus::move_if_on("body", vec!["main [aria-keyshortcuts=p]".to_owned(), "h1".to_owned()]);
        }
        can_stop
    });
    let label_list = Memo::new(move |_| {
        job.with(|job| job.as_deref().map(|job| labels_text(&job.labels)).unwrap_or_default())
    });
    let save = Callback::new(move |text: String| match labels(&text) {
        Ok(labels) => patch(JobPatch { labels: Some(labels), ..JobPatch::default() }),
        Err(invalid) => pending.reject(texts::labels_not_saved(invalid)),
    });
    // The form follows what is stored, unless a person has typed something else.
    let (text, shown) = (StoredValue::new(String::new()), RwSignal::new(()));
    Effect::new(move |before: Option<String>| {
        let stored = label_list.get();
        let typed = text.get_value();
        let is_typed = before.is_some_and(|before| labels(&before).ok() != labels(&typed).ok());
        if !is_typed && stored != typed {
            text.set_value(stored.clone());
            shown.notify();
        }
        stored
    });
    let completions = label_completions(Console::here().jobs);
    let form = move || {
        shown.track();
        let id = "labels".to_owned();
        view! { <TextForm id=id label=texts::LABELS_WITH_COMMAS text=text button=general::SAVE shortcut="l" completions=completions on_send=save/> }
    };
    let stop_polling = move |_| {
        let Some(job) = job.get_untracked().filter(|_| !pending.is_pending_untracked()) else { return };
        has_toggled.set_value(true);
        let stop = JobPatch { polling: Some(false), ..JobPatch::default() };
        let forget = move || {
            has_toggled.try_set_value(false);
        };
        pending.start_or(Mutation::Patch(job.id.clone(), stop), || {}, forget);
    };
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
