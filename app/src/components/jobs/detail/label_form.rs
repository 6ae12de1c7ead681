//! The form for the labels of a job.

use std::sync::Arc;

use docket_wire::{JobEntry, JobId, JobPatch, ProjectId};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::components::jobs::labels::form::LabelsForm;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::state::console::use_console;
use crate::state::jobs::labels::editing::LabelEditing;
use crate::texts::general;
use crate::texts::jobs::details as texts;
use crate::texts::labels::not_saved;

/// The labels as chips.
#[component]
pub(super) fn LabelForm(
    project: ProjectId,
    id: JobId,
    job: Memo<Option<Arc<JobEntry>>>,
    /// Sends the labels, and has the error.
    pending: PendingMutation,
) -> impl IntoView {
    let editing = LabelEditing::new(&use_console().auth.person_untracked(), &project, &id, job);
    let problem = RwSignal::new(None::<String>);
    let change = Callback::new(move |text: String| {
        problem.set(None);
        editing.change(text);
    });
    let save = Callback::new(move |sent: String| {
        let Some(job) = job.get_untracked() else { return };
        let labels = match editing.merged(&sent, &job) {
            Ok(labels) => labels,
            Err(rule) => return problem.set(Some(not_saved(&rule))),
        };
        let stored = editing.stored();
        let patch = JobPatch { labels: Some(labels.clone()), ..JobPatch::default() };
        pending.start(Mutation::Patch(job.id.clone(), patch), move || {
            stored.forget();
            editing.end_save(sent, &labels);
        });
    });
    let hint = move || {
        let text = |is_stored| if is_stored { texts::LABELS_ARE_SAVED } else { texts::LABELS_ARE_NOT_SAVED };
        editing.is_stored().map(text)
    };
    view! {
        <div>
            <LabelsForm
                id="labels"
                label=texts::LABELS_WITH_COMMAS
                text=editing.text.into()
                on_text=change
                button=general::SAVE
                shortcut="l"
                on_send=save
                problem=problem
            />
            <p class="composer__hint" role="status">{hint}</p>
        </div>
    }
}
