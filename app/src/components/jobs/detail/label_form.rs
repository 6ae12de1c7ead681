//! The form for the labels of a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, JobPatch, ProjectId};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::browser::focus;
use crate::components::jobs::label_completions::label_completions;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::{Console, use_console};
use crate::state::jobs::labels::editing::LabelEditing;
use crate::texts::general;
use crate::texts::jobs::details as texts;

/// The labels as text.
#[component]
pub(super) fn LabelForm(
    project: ProjectId,
    id: JobId,
    job: Memo<Option<Arc<JobEntry>>>,
    /// Sends the labels, and has the error.
    pending: PendingMutation,
) -> impl IntoView {
    let Console { auth, jobs, .. } = use_console();
    let editing = LabelEditing::new(&auth.person_untracked(), &project, &id, job);
    let save = Callback::new(move |sent: String| {
        let Some(job) = job.get_untracked() else { return };
        let labels = match editing.merged(&sent, &job) {
            Ok(labels) => labels,
            Err(invalid) => return pending.reject(texts::labels_not_saved(invalid)),
        };
        let stored = editing.stored();
        let patch = JobPatch { labels: Some(labels.clone()), ..JobPatch::default() };
        pending.start(Mutation::Patch(job.id.clone(), patch), move || {
            stored.forget();
            if editing.end_save(sent, &labels) {
                focus::move_if_on("body", vec!["#labels".to_owned()]);
            }
        });
    });
    let completions = label_completions(jobs);
    let form = move || {
        editing.track();
        let id = "labels".to_owned();
        view! { <TextForm id=id label=texts::LABELS_WITH_COMMAS text=editing.text button=general::SAVE shortcut="l" completions=completions on_send=save/> }
    };
    let hint = move || {
        let text = |is_stored| if is_stored { texts::LABELS_ARE_KEPT } else { texts::LABELS_ARE_NOT_KEPT };
        editing.is_stored().map(text)
    };
    view! {
        <div on:input=move |_| editing.store()>
            {form}
            <p class="composer__hint" role="status">{hint}</p>
        </div>
    }
}
